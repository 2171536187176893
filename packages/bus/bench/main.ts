import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startServers } from '@countinghouse/testing';
import type { Bus } from '../src/index.ts';
import { callOptions, connectBus, randomPrefix } from '../test/connect-bus.ts';
import { blob, echo, list } from '../test/operations.ts';
import { killReplica, startReplica } from '../test/start-replica.ts';

/** Prints what the bus does on this machine: `npm run bench -w packages/bus`; NATS_URL names a server, else one is started. */
const MEBIBYTE = 1024 * 1024;

async function main(): Promise<void> {
  const servers = process.env.NATS_URL ? undefined : await startServers();
  const url = process.env.NATS_URL ?? servers?.natsUrl ?? '';
  const prefix = randomPrefix();
  const replica = await startReplica(url, prefix);
  const bus = await connectBus({ url, prefix });
  await smallCalls(bus, 64, 20_000);
  for (const inFlight of [1, 16, 64])
    print(`small calls, ${inFlight} in flight`, await smallCalls(bus, inFlight, inFlight === 1 ? 10_000 : 60_000));
  print('request of 15 MB', await timed(() => bus.call(echo, { text: 'x'.repeat(15_000_000) }, callOptions())));
  print('reply of 20 MB', await timed(() => bus.call(blob, { length: 20_000_000 }, callOptions())));
  for (const count of [100_000, 1_000_000]) await manyRows(bus, replica, count);
  await bus.drain();
  await killReplica(replica);
  await servers?.stop();
}

async function smallCalls(bus: Bus, inFlight: number, count: number): Promise<string> {
  const durationsMs: number[] = [];
  let left = count;
  const startedMs = performance.now();
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const sentMs = performance.now();
      await bus.call(echo, { text: 'a small request' }, callOptions({ key: 'bench' }));
      durationsMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - startedMs) / 1_000;
  durationsMs.sort((a, b) => a - b);
  const at = (share: number): string => (durationsMs[Math.floor(durationsMs.length * share)] ?? 0).toFixed(2);
  return `${Math.round(count / seconds)} per second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

async function manyRows(bus: Bus, replica: ChildProcess, count: number): Promise<void> {
  let seen = 0;
  let peakBytes = 0;
  let replicaPeakBytes = 0;
  const duration = await timed(async () => {
    const reply = await bus.call(list, { count }, callOptions());
    for await (const batch of reply.rows as AsyncIterable<readonly unknown[]>) {
      seen += batch.length;
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
      if (seen % 25_000 === 0) replicaPeakBytes = Math.max(replicaPeakBytes, await rssOf(replica));
    }
  });
  const memory = `peak resident: caller ${Math.round(peakBytes / MEBIBYTE)} MiB, replica ${Math.round(replicaPeakBytes / MEBIBYTE)} MiB`;
  print(`list of ${seen} rows`, `${duration}, ${memory}`);
}

async function rssOf(replica: ChildProcess): Promise<number> {
  replica.send('memory');
  const [message] = await once(replica, 'message');
  return (message as { rssBytes: number }).rssBytes;
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const startedMs = performance.now();
  await work();
  return `${Math.round(performance.now() - startedMs)} ms`;
}

function print(what: string, result: string): void {
  process.stdout.write(`${what.padEnd(28)} ${result}\n`);
}

await main();
