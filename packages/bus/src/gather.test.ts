import { Fault } from '@countinghouse/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBus, RecordedLog, randomPrefix } from '../test/connect-bus.ts';
import type { Bus } from './index.ts';

const prefix = randomPrefix();
const log = new RecordedLog();
let buses: Bus[];

beforeAll(async () => {
  buses = await Promise.all(['a', 'b', 'c'].map((name) => connectBus({ prefix, name, log })));
});

afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.drain()));
});

async function settled(): Promise<void> {
  await buses[0]?.replicas();
}

it('a broadcast reaches every replica, the sender too', async () => {
  const heard: unknown[] = [];
  const stops = buses.map((bus, index) => bus.onBroadcast('cache', (payload) => heard.push([index, payload])));
  await settled();
  buses[0]?.broadcast('cache', { userId: 7 });
  await expect.poll(() => heard.length).toBe(3);
  expect(heard).toContainEqual([2, { userId: 7 }]);
  for (const stop of stops) stop();
});

it('a listener that throws is logged and disturbs nobody', async () => {
  const heard: unknown[] = [];
  buses[0]?.onBroadcast('broken', () => {
    throw new Error('a bug');
  });
  buses[1]?.onBroadcast('broken', (payload) => heard.push(payload));
  await settled();
  buses[2]?.broadcast('broken', 1);
  await expect.poll(() => heard).toEqual([1]);
  await expect.poll(() => log.at('error')).toContain('a listener to a broadcast failed');
});

it('every replica answers a question', async () => {
  const stops = buses.map((bus, index) => bus.onGather('clock', async (payload) => [index, payload]));
  await settled();
  const answers = await buses[0]?.gather('clock', 'now', { expected: 3, timeoutMs: 30_000 });
  expect(answers?.sort()).toEqual([0, 1, 2].map((index) => [index, 'now']));
  stops[1]?.();
  expect(await buses[0]?.gather('clock', 'now', { expected: 3, timeoutMs: 2_000 })).toHaveLength(2);
  for (const stop of stops) stop();
});

it('a question that nobody answers has no answers at once', async () => {
  const longerThanTheTestMs = 600_000;
  expect(await buses[0]?.gather('nobody', null, { timeoutMs: longerThanTheTestMs })).toEqual([]);
});

it('the fault of a replica is thrown', async () => {
  buses[1]?.onGather('failing', async () => {
    throw new Fault(409, 'Not now');
  });
  await settled();
  await expect(buses[0]?.gather('failing', null, { timeoutMs: 30_000 })).rejects.toMatchObject({ status: 409 });
});
