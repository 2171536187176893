import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBus, RecordedLog, randomPrefix } from '../test/connect-bus.ts';
import type { Bus, BusEvent } from './index.ts';

const prefix = randomPrefix();
const log = new RecordedLog();
let bus: Bus;
let other: Bus;

beforeAll(async () => {
  [bus, other] = await Promise.all([connectBus({ prefix, log }), connectBus({ prefix })]);
});

afterAll(async () => {
  await bus.drain();
  await other.drain();
});

function event(sequence: number, owner: BusEvent['owner'] = 'billing'): BusEvent {
  return {
    id: randomUUID(),
    owner,
    sequence,
    type: 'balance.changed',
    at: new Date().toISOString(),
    data: { sequence },
  };
}

it('an event published twice is stored once and reaches each consumer once', async () => {
  const seen: BusEvent[] = [];
  let gaps = 0;
  const consuming = await bus.consume({
    consumer: 'user',
    owners: ['billing'],
    handler: async (received) => void seen.push(received),
    onGap: () => {
      gaps += 1;
    },
  });
  const events = [1, 2, 3].map((sequence) => event(sequence));
  for (const published of [...events, ...events]) await other.publish(published);
  await other.publish(event(4, 'user'));
  await expect.poll(() => seen.length).toBe(3);
  await expect.poll(() => consuming.pending()).toBe(0);
  expect(seen.toSorted((a, b) => a.sequence - b.sequence)).toEqual(events);
  expect(gaps).toBe(1);
  await consuming.stop();
});

it('a durable consumer goes on where it stopped, without a gap', async () => {
  const seen: number[] = [];
  let gaps = 0;
  await other.publish(event(10));
  const consuming = await bus.consume({
    consumer: 'user',
    owners: ['billing'],
    handler: async (received) => void seen.push(received.sequence),
    onGap: () => {
      gaps += 1;
    },
  });
  await expect.poll(() => seen).toEqual([10]);
  expect(gaps).toBe(0);
  await consuming.stop();
});

it('an event whose handler throws comes again', async () => {
  let attempts = 0;
  const consuming = await bus.consume({
    consumer: 'user',
    owners: ['billing'],
    handler: async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('not yet');
    },
  });
  await other.publish(event(20));
  await expect.poll(() => attempts).toBe(3);
  await expect.poll(() => consuming.pending()).toBe(0);
  expect(log.at('error')).toContain('an event was not handled');
  await consuming.stop();
});

it('replicas of a consumer share the events', async () => {
  const seen: string[][] = [[], []];
  const consuming = await Promise.all(
    [bus, other].map((replica, index) =>
      replica.consume({
        consumer: 'template-renderer',
        owners: ['user'],
        handler: async (received) => void seen[index]?.push(received.id),
      }),
    ),
  );
  await expect.poll(() => consuming[0]?.pending()).toBe(0);
  const before = seen.flat().length;
  const events = Array.from({ length: 100 }, (_, index) => event(100 + index, 'user'));
  await Promise.all(events.map((published) => bus.publish(published)));
  await expect.poll(() => seen.flat().length).toBe(before + 100);
  expect(new Set(seen.flat()).size).toBe(before + 100);
  await Promise.all(consuming.map((one) => one.stop()));
});
