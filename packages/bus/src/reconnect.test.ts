import { randomUUID } from 'node:crypto';
import { type RunningServers, startServers } from '@countinghouse/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callOptions, connectBus, randomPrefix } from '../test/connect-bus.ts';
import { echo } from '../test/operations.ts';
import type { Bus, BusEvent } from './index.ts';

let servers: RunningServers;
let bus: Bus;
const seen: number[] = [];
let gaps = 0;
let release: (() => void) | undefined;

beforeAll(async () => {
  servers = await startServers();
  bus = await connectBus({ url: servers.natsUrl, prefix: randomPrefix() });
  await bus.serve('user', [
    {
      operation: echo,
      handle: async (args) => {
        if ((args as { text: string }).text === 'wait' && !release)
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        return args;
      },
    },
  ]);
  await bus.consume({
    consumer: 'user',
    owners: ['billing'],
    handler: async (event) => void seen.push(event.sequence),
    onGap: () => {
      gaps += 1;
    },
  });
});

afterAll(async () => {
  release?.();
  await bus.drain();
  await servers.stop();
});

function event(sequence: number): BusEvent {
  return { id: randomUUID(), owner: 'billing', sequence, type: 'test', at: new Date().toISOString(), data: {} };
}

it('while NATS is away calls and events fail at once; afterwards everything works again by itself', async () => {
  await bus.publish(event(1));
  await expect.poll(() => seen).toEqual([1]);
  const unanswered = bus.call(echo, { text: 'wait' }, callOptions({ deadlineAt: Date.now() + 60_000 }));
  await expect.poll(() => release).toBeDefined();

  await servers.killNats();
  await expect.poll(() => bus.isConnected()).toBe(false);
  await expect(bus.call(echo, { text: '' }, callOptions())).rejects.toMatchObject({
    status: 503,
    message: 'Service temporarily unavailable',
  });
  await expect(bus.publish(event(2))).rejects.toMatchObject({ status: 503 });

  await servers.restartNats();
  await expect.poll(() => bus.isConnected()).toBe(true);
  expect(await bus.call(echo, { text: 'back' }, callOptions())).toEqual({ text: 'back' });
  release?.();
  expect(await unanswered).toEqual({ text: 'wait' });
  await bus.publish(event(3));
  await expect.poll(() => seen).toContain(3);
  expect(gaps).toBe(1);
});

it('a stream that was lost with its server is made anew, and the consumer hears of the gap', async () => {
  await servers.restartNats({ emptied: true });
  await expect.poll(() => bus.isConnected()).toBe(true);
  expect(await bus.call(echo, { text: 'back' }, callOptions())).toEqual({ text: 'back' });
  await expect
    .poll(
      () =>
        bus.publish(event(4)).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  await expect.poll(() => seen).toContain(4);
  expect(gaps).toBe(2);
});
