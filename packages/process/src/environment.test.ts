import { expect, it } from 'vitest';
import { readProcessEnvironment } from './environment.ts';

const read = (TZ: string) => readProcessEnvironment({}, { NATS_URL: 'nats://127.0.0.1:4222', TZ });

it.each(['UTC', 'Europe/Moscow', 'EST5EDT', 'Etc/GMT+3', ''])('takes the zone %j', (zone) => {
  expect(read(zone).TZ).toBe(zone);
});

it.each(['Mars/Base', 'MSK-3', 'nonsense'])('names TZ where the zone is %j', (zone) => {
  expect(() => read(zone)).toThrow('Cannot start: TZ: a zone such as Europe/Moscow');
});
