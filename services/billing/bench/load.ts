import { setTimeout as delay } from 'node:timers/promises';
import { cpuTimesMs, type WatchedProcess } from './cpu-time.ts';

export interface Load {
  readonly name: string;
  readonly seconds: number;
  /** Request number `turn`, from 1 on. */
  readonly work: (turn: number) => Promise<unknown>;
}

/** `clients` that each send the next request when the one before is answered. */
export async function closedLoop(load: Load, clients: number, processes: readonly WatchedProcess[]): Promise<void> {
  const end = Date.now() + load.seconds * 1000;
  let turn = 0;
  await measured(`${load.name}, c=${clients}`, processes, async (timed) => {
    const client = async () => {
      while (Date.now() < end) {
        turn += 1;
        const own = turn;
        await timed(() => load.work(own));
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
  });
}

/** So many requests a second, whether the earlier ones are answered or not. */
export async function paced(load: Load, perSecond: number, processes: readonly WatchedProcess[]): Promise<void> {
  const count = load.seconds * perSecond;
  await measured(`${load.name}, ${perSecond} sent each second`, processes, async (timed) => {
    const started = Date.now();
    const sent: Promise<void>[] = [];
    for (let turn = 1; turn <= count; turn += 1) {
      const waitMs = started + (turn * 1000) / perSecond - Date.now();
      if (waitMs > 0) await delay(waitMs);
      sent.push(timed(() => load.work(turn)));
    }
    await Promise.all(sent);
  });
}

/** Runs a load and prints its rate, its latencies and the CPU time of each process for one request. */
async function measured(
  title: string,
  processes: readonly WatchedProcess[],
  run: (timed: (work: () => Promise<unknown>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const latenciesMs: number[] = [];
  const cpuBefore = cpuTimesMs(processes);
  const started = performance.now();
  await run(async (work) => {
    const start = performance.now();
    await work();
    latenciesMs.push(performance.now() - start);
  });
  const rate = latenciesMs.length / ((performance.now() - started) / 1000);
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number) => (latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0).toFixed(1);
  console.log(`${title}: ${rate.toFixed(0)} per second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  const cpu = [...cpuTimesMs(processes)].map(([name, ms]) => {
    const each = (ms - (cpuBefore.get(name) ?? 0)) / latenciesMs.length;
    return `${name} ${each.toFixed(3)}`;
  });
  console.log(`  CPU ms each: ${cpu.join(', ')}`);
}
