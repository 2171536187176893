import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callOptions, connectBus, natsUrl, randomPrefix } from '../test/connect-bus.ts';
import { echo, list } from '../test/operations.ts';
import { killReplica, startReplica } from '../test/start-replica.ts';
import type { Bus, CallOptions } from './index.ts';

let prefix: string;
let bus: Bus;
let replicas: ChildProcess[];

beforeEach(async () => {
  prefix = randomPrefix();
  bus = await connectBus({ prefix });
  replicas = await Promise.all([startReplica(natsUrl(), prefix), startReplica(natsUrl(), prefix)]);
});

afterEach(async () => {
  await bus.drain();
  await Promise.all(replicas.map(killReplica));
});

async function processOf(text: string, options: Partial<CallOptions> = {}): Promise<unknown> {
  const reply = (await bus.call(echo, { text }, callOptions(options))) as { process?: unknown };
  return reply.process;
}

it('requests spread over the replicas', async () => {
  const processes = await Promise.all(Array.from({ length: 100 }, () => processOf('')));
  expect(new Set(processes)).toEqual(new Set(replicas.map((replica) => replica.pid)));
});

it('a killed replica costs no request', async () => {
  const pending = Array.from({ length: 60 }, () => processOf('sleep 5000'));
  await processOf('');
  const [victim, survivor] = replicas as [ChildProcess, ChildProcess];
  await killReplica(victim);
  const processes = await Promise.all(pending);
  expect(new Set(processes)).toEqual(new Set([survivor.pid]));
  expect(bus.stats().repeated).toBeGreaterThan(0);
});

it('a killed replica costs no large request', async () => {
  const text = 'x'.repeat(3_000_000);
  const pending = Array.from({ length: 10 }, () => bus.call(echo, { text }, callOptions()));
  const [victim] = replicas as [ChildProcess, ChildProcess];
  await killReplica(victim);
  const replies = await Promise.all(pending);
  expect(replies.map((reply) => reply.text)).toEqual(Array.from({ length: 10 }, () => '3000000'));
});

it('a list whose replica dies in the middle breaks off with 503', async () => {
  const reply = await bus.call(list, { count: 10_000_000 }, callOptions());
  const read = async (): Promise<void> => {
    for await (const _ of reply.rows as AsyncIterable<unknown>) await Promise.all(replicas.map(killReplica));
  };
  await expect(read()).rejects.toMatchObject({ status: 503 });
});

it('a replica that drains finishes what it has and takes nothing new', async () => {
  const pending = Array.from({ length: 40 }, () => processOf('sleep 1000', { repeatOnSilence: false }));
  await processOf('');
  const [leaving, staying] = replicas as [ChildProcess, ChildProcess];
  const exited = new Promise((resolve) => leaving.once('exit', resolve));
  leaving.kill('SIGTERM');
  expect(new Set(await Promise.all(pending)).size).toBe(2);
  await exited;
  expect(await processOf('')).toBe(staying.pid);
  expect(bus.stats().repeated).toBe(0);
});

it('service discovery knows every process and says which are replicas of a service', async () => {
  expect((await bus.replicas()).map((replica) => replica.service).sort()).toEqual(['test', 'user', 'user']);
  const users = await bus.replicas('user');
  expect(new Set(users.map((replica) => replica.instance)).size).toBe(2);
  expect(await bus.replicas('billing')).toEqual([]);
});
