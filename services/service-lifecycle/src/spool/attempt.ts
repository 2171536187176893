import type { JsonObject } from '@countinghouse/contracts';
import type { Clock, Logger } from '@countinghouse/process';
import { dateTextOf } from '@countinghouse/store';
import { type ClaimedTask, onServer, periodOf } from './claimed-task.ts';
import type { Conclusion } from './conclusion.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { retryDelay } from './retry-delay.ts';
import type { AttemptEnd, TaskHistory } from './task-history.ts';
import type { AttemptResult, TaskMetrics } from './task-metrics.ts';
import type { TaskEnd, TaskQueue } from './task-queue.ts';

export interface AttemptOptions {
  readonly queue: TaskQueue;
  readonly history: TaskHistory;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** Does what the tasks say; answers a conclusion for each. */
  execute(tasks: readonly ClaimedTask[]): Promise<readonly Conclusion[]>;
  readonly metrics: Pick<TaskMetrics, 'ended'>;
  /** Tells others of a task that waits for an administrator; before the task shows it. */
  tellStuck(task: ClaimedTask, response: JsonObject): Promise<void>;
}

/** An attempt under way. */
interface Attempt {
  readonly task: ClaimedTask;
  /** Its row in the history. */
  readonly id: number;
}

/**
 * One attempt of each of these tasks, which are one task or some that are done together, from its row in the history to its end
 * (domain.md 4.3, 4.4). Whatever is thrown on the way is a failure of these tasks alone (quirk Q16).
 */
export async function attempt(options: AttemptOptions, claimed: readonly ClaimedTask[]): Promise<void> {
  const { history, clock } = options;
  for (const task of claimed) if (task.isTakenOver) await history.endLost(task.id, clock.now());
  const tasks = await withoutFinished(options, claimed);
  if (tasks.length === 0) return;
  const startedAt = clock.now();
  const startedMs = performance.now();
  const ids = await history.beginMany(tasks, startedAt);
  const attempts = tasks.map((task, index) => ({ task, id: ids[index] as number }));
  const conclusions = await concludeAll(options, tasks);
  const finishedAt = clock.now();
  const spool = {
    pid: process.pid,
    started: dateTextOf(startedAt),
    finished: dateTextOf(finishedAt),
    duration: Math.round(performance.now() - startedMs) / 1000,
  };
  const outcomes = attempts.map((one, index) => {
    const conclusion = conclusions[index] ?? lost();
    const response: JsonObject = { ...conclusion.response, spool };
    const end = endOf(one.task, conclusion, finishedAt);
    const task = withServer(one.task, conclusion);
    return { ...one, task, response, end, result: resultOf(conclusion, end) };
  });
  await finish(options, outcomes);
  for (const { task, result } of outcomes) options.metrics.ended(task, result);
}

function withServer(task: ClaimedTask, conclusion: Conclusion): ClaimedTask {
  const chosen = conclusion.kind === 'waiting' ? undefined : conclusion.chosenServer;
  return chosen === undefined ? task : onServer(task, chosen);
}

function resultOf({ kind }: Conclusion, { status }: Omit<TaskEnd, 'response'>): AttemptResult {
  if (kind === 'waiting') return 'delayed';
  return status === 'STUCK' ? 'stuck' : kind;
}

interface Outcome extends Attempt {
  readonly response: JsonObject;
  readonly end: Omit<TaskEnd, 'response'>;
  readonly result: AttemptResult;
}

/** The history first: a finished task leaves its key there before it goes. */
async function finish({ history, queue, log, tellStuck }: AttemptOptions, outcomes: readonly Outcome[]): Promise<void> {
  for (const { task, end, response } of outcomes) if (end.status === 'STUCK') await tellStuck(task, response);
  const rows = outcomes.map(({ id, task, end, response }) => {
    const isFinal = end.status === 'SUCCESS';
    return { id, task, end: { ...shown(end), response, isFinal } };
  });
  await history.endMany(rows);
  const final = outcomes.filter(({ end }) => end.status === 'SUCCESS');
  let lost = final.length - (await queue.removeMany(final.map(({ task }) => task)));
  for (const { task, end, response } of outcomes) {
    if (end.status !== 'SUCCESS' && !(await queue.end(task, { ...end, response }))) lost += 1;
  }
  if (lost > 0) log.warn({ lost, tasks: outcomes.map(({ task }) => task.id) }, 'other workers took tasks over');
}

/** Without tasks that were finished, but whose row a killed worker left or a repeated change queued again: those go. */
async function withoutFinished(
  { history, queue }: AttemptOptions,
  tasks: readonly ClaimedTask[],
): Promise<readonly ClaimedTask[]> {
  const finished = await history.finishedAmong(tasks.map((task) => task.key));
  if (finished.size === 0) return tasks;
  await queue.removeMany(tasks.filter((task) => finished.has(task.key)));
  return tasks.filter((task) => !finished.has(task.key));
}

async function concludeAll(options: AttemptOptions, tasks: readonly ClaimedTask[]): Promise<readonly Conclusion[]> {
  const [only] = tasks;
  if (only && tasks.length === 1 && only.isTakenOver && only.attempts >= only.attemptsMax) {
    return [{ kind: 'stuck', response: { error: `${only.attempts} workers ended during attempts of this task` } }];
  }
  const leases = tasks.map((task) => new LeaseKeeper(options.queue, task, options.log));
  try {
    return await options.execute(tasks);
  } catch (error) {
    options.log.error({ err: error, tasks: tasks.map((task) => task.id) }, 'an attempt failed');
    const response = { error: error instanceof Error ? error.message : String(error) };
    return tasks.map(() => ({ kind: 'fail', response }));
  } finally {
    for (const lease of leases) lease.stop();
  }
}

function lost(): Conclusion {
  return { kind: 'fail', response: { error: 'The attempt came to no conclusion' } };
}

/** What the task becomes: finished, periodic and due again, tried again later, or waiting for an administrator. */
export function endOf(task: ClaimedTask, conclusion: Conclusion, executed: Date): Omit<TaskEnd, 'response'> {
  const { attempts } = task;
  if (conclusion.kind === 'waiting') {
    const waits = task.waits + 1;
    return { status: conclusion.status, executed, delayed: retryDelay(waits), attempts, waits };
  }
  const period = periodOf(task);
  if (conclusion.kind === 'success') {
    return { status: period > 0 ? 'DELAYED' : 'SUCCESS', executed, delayed: period, attempts: 0, waits: 0 };
  }
  const failures = attempts + 1;
  // A job that repeats must not end for ever because another service was away for an hour.
  const isOut = conclusion.kind === 'stuck' || (failures >= task.attemptsMax && period === 0);
  if (isOut) return { status: 'STUCK', executed, delayed: 0, attempts: failures, waits: 0 };
  return { status: 'FAIL', executed, delayed: retryDelay(failures), attempts: failures, waits: 0 };
}

/** What the attempt's row shows: a periodic task that succeeded shows the success. */
function shown({
  status,
  executed,
  delayed,
  attempts,
  waits,
}: Omit<TaskEnd, 'response'>): Omit<AttemptEnd, 'response' | 'isFinal'> {
  const isPeriodic = status === 'DELAYED' && attempts === 0 && waits === 0;
  return { status: isPeriodic ? 'SUCCESS' : status, executed, delayed };
}
