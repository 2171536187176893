import type { Bus } from '@countinghouse/bus';
import {
  type Caller,
  CLOCK_TOPIC,
  type ClockSet,
  Fault,
  fieldRequired,
  invalidArgument,
  parseDateText,
  type RunCounts,
  SERVICE_NAMES,
  systemOperationsOf,
} from '@countinghouse/contracts';
import type { Clock } from '@countinghouse/process';

const GATHER_TIMEOUT_MS = 10_000;
const RUN_DEADLINE_MS = 10 * 60_000;
/** A system that is still busy after so many passes never comes to rest. */
const PASSES_MAX = 10_000;

/** Moves the business time of every replica; throws 503 unless all of them confirmed (decisions.md 15). */
export async function setClock(bus: Bus, clock: Clock, now: unknown): Promise<{ now: string | null }> {
  const text = now === null ? null : parseDateText(now);
  if (now === undefined || now === '') throw fieldRequired('now');
  if (text === undefined) throw invalidArgument('now', 'a date YYYY-MM-DD HH:MM:SS, or null to let the clock run');
  const nowMs = text === null ? null : new Date(text.replace(' ', 'T')).getTime();
  const expected = (await bus.replicas()).length;
  const payload: ClockSet = { nowMs };
  const confirmed = await bus.gather(CLOCK_TOPIC, payload, { expected, timeoutMs: GATHER_TIMEOUT_MS });
  if (confirmed.length < expected)
    throw new Fault(503, `Only ${confirmed.length} of ${expected} replicas moved their clock`);
  clock.set(nowMs);
  return { now: text };
}

/** Runs whatever is due in every service until a whole pass finds nothing; answers how much was done. */
export async function runUntilIdle(bus: Bus, caller: Caller, requestId: string): Promise<RunCounts> {
  const done = { tasks: 0, jobs: 0, events: 0 };
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    let inPass = 0;
    for (const service of SERVICE_NAMES) {
      const options = { caller, key: `${requestId}:${pass}:${service}`, deadlineAt: Date.now() + RUN_DEADLINE_MS };
      const { rows } = await bus.call(systemOperationsOf[service].run, {}, options);
      for (const counts of rows) {
        done.tasks += counts.tasks;
        done.jobs += counts.jobs;
        done.events += counts.events;
        inPass += counts.tasks + counts.jobs + counts.events;
      }
    }
    if (inPass === 0) return done;
  }
  throw new Fault(500, `The system did not come to rest in ${PASSES_MAX} passes`);
}
