import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addService, orderForUser } from '@countinghouse/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SpoolWorld } from './spool-world.ts';
import type { TaskEvent } from './task.ts';

let world: SpoolWorld;
let server: Server;

beforeAll(async () => {
  server = createServer(({ url }, response) => response.writeHead(url === '/right' ? 200 : 500).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  world = await SpoolWorld.open({ now: '2022-01-01 00:00:00' });
  await world.template('body', '{}');
  await world.run();
});
afterAll(async () => {
  server.close();
  await world.close();
});

function call(path: string): TaskEvent {
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return {
    kind: 'UserService',
    title: 'call',
    name: 'CALL',
    settings: { transport: 'http', host, template_id: 'body' },
  };
}

/** The samples of one metric, by their labels in order of the alphabet. */
async function samples(metric: string): Promise<Record<string, number>> {
  const page = await (await fetch(`http://127.0.0.1:${world.lifecycle.healthPort}/metrics`)).text();
  const found = [...page.matchAll(new RegExp(`^${metric}\\{(.*)\\} (\\d+)$`, 'gm'))];
  return Object.fromEntries(
    found.map(([, labels = '', value]) => {
      const named = [...labels.matchAll(/(\w+)="([^"]*)"/g)].filter(([, name]) => name !== 'process');
      return [named.map(([, , text]) => text).join(' '), Number(value)];
    }),
  );
}

test('attempts are counted by result and transport, waiting tasks by status', async () => {
  const user = await world.user(701, 100);
  const service = await world.call(addService, { name: 'web', cost: 30, category: 'web' });
  const { service_id } = service.rows[0] as unknown as { service_id: number };
  const { rows } = await world.call(orderForUser, { user_id: user, service_id });
  const { user_service_id } = rows[0] as unknown as { user_service_id: number };
  await world.run();

  const change = { number: 99, key: null, leasedUntil: new Date(Date.now() + 3_600_000) };
  const services = world.store.collection<{ _id: number }>('user_services');
  await services.updateOne({ _id: user_service_id }, { $set: { change } });
  await world.queue({ event: call('/right'), settings: { user_service_id }, user_id: user, user_service_id });
  await world.queue({ event: call('/right') });
  await world.queue({ event: call('/wrong') });
  await world.queue({ event: { kind: 'UserService', title: 'astray', name: 'ASTRAY' } });
  await world.run();

  expect(await samples('spool_attempts_total')).toEqual({
    'success internal': expect.any(Number),
    'success http': 1,
    'fail http': 1,
    'delayed none': 1,
    'stuck none': 1,
  });
  expect(await samples('spool_tasks')).toMatchObject({ FAIL: 1, STUCK: 1, NEW: 0, PAUSED: 0 });
  await services.updateOne({ _id: user_service_id }, { $unset: { change: 1 } });
});
