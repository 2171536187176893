import type { JsonObject } from '@countinghouse/contracts';
import type { Clock, Logger } from '@countinghouse/process';
import { dateTextOf } from '@countinghouse/store';
import { type ClaimedTask, periodOf } from './claimed-task.ts';
import type { Conclusion } from './conclusion.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { retryDelay } from './retry-delay.ts';
import type { AttemptEnd, TaskHistory } from './task-history.ts';
import type { TaskEnd, TaskQueue } from './task-queue.ts';

export interface AttemptOptions {
  readonly queue: TaskQueue;
  readonly history: TaskHistory;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** Does what the task says. */
  execute(task: ClaimedTask): Promise<Conclusion>;
  /** Tells others of a task that waits for an administrator; before the task shows it. */
  tellStuck(task: ClaimedTask, response: JsonObject): Promise<void>;
}

/**
 * One attempt of a task from its row in the history to its end (domain.md 4.3, 4.4). Whatever is thrown on the way is a failure of
 * this task alone (quirk Q16). Answers the status that the task has then.
 */
export async function attempt(options: AttemptOptions, task: ClaimedTask): Promise<TaskEnd['status']> {
  const { queue, history, clock, log } = options;
  if (task.isTakenOver) await history.endLost(task.id, clock.now());
  if (await isOver(options, task)) return 'SUCCESS';
  const startedAt = clock.now();
  const startedMs = performance.now();
  const row = await history.begin(task, startedAt);
  const lease = new LeaseKeeper(queue, task, log);
  const conclusion = await conclude(options, task);
  lease.stop();
  const spool = {
    pid: process.pid,
    started: dateTextOf(startedAt),
    finished: dateTextOf(clock.now()),
    duration: Math.round(performance.now() - startedMs) / 1000,
  };
  const end = endOf(task, conclusion, clock.now());
  const response = { ...conclusion.response, spool };
  if (end.status === 'STUCK') await options.tellStuck(task, response);
  const isFinal = end.status === 'SUCCESS';
  await history.end(row, task, { ...shown(end), response, isFinal });
  const isMine = isFinal ? await queue.remove(task) : await queue.end(task, { ...end, response });
  if (!isMine) log.warn({ task: task.id }, 'another worker took the task over, its outcome counts');
  return end.status;
}

/** A task that was finished, but whose row a killed worker left or a repeated change queued again. */
async function isOver({ queue, history }: AttemptOptions, task: ClaimedTask): Promise<boolean> {
  if (!(await history.isFinished(task.key))) return false;
  await queue.remove(task);
  return true;
}

async function conclude(options: AttemptOptions, task: ClaimedTask): Promise<Conclusion> {
  if (task.isTakenOver && task.attempts >= task.attemptsMax) {
    return { kind: 'stuck', response: { error: `${task.attempts} workers ended during attempts of this task` } };
  }
  try {
    return await options.execute(task);
  } catch (error) {
    options.log.error({ err: error, task: task.id }, 'a task failed');
    return { kind: 'fail', response: { error: error instanceof Error ? error.message : String(error) } };
  }
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
