import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Fault, type JsonValue } from '@countinghouse/contracts';
import type { Command, Executed } from './command.ts';
import { type CommitEnvironment, commitBatch } from './commit-batch.ts';
import type { Job } from './job.ts';

/** Rounds that run at the same time; an account is in one of them at most. */
const ROUNDS_MAX = 2;
/** Fewer accounts wait for the round that runs: larger rounds cost less for each. */
const ACCOUNTS_OF_SECOND_ROUND_MIN = 16;
const ACCOUNTS_PER_ROUND_MAX = 64;
/** Commands of one account that share a write, and their weight. */
const COMMANDS_PER_WRITE_MAX = 16;
const WEIGHT_PER_WRITE_MAX = 2_000;
const RETRY_DELAY_MS_MAX = 20;

/**
 * Runs commands on accounts: in order per account, those that wait at the same time together in one write. Another replica
 * may work on the same account; who is slower reads anew and tries again, until the deadline.
 */
export class CommandEngine {
  readonly #environment: CommitEnvironment;
  readonly #waiting = new Map<number, Job[]>();
  readonly #busy = new Set<number>();
  readonly #rounds = new Set<Promise<void>>();
  #isScheduled = false;

  constructor(environment: CommitEnvironment) {
    this.#environment = environment;
  }

  /** Resolves when the effect is durable and its rows can be read. Rejects with the Fault that the planner refused with. */
  execute<Result extends JsonValue>(command: Command<Result>): Promise<Executed<Result>> {
    return new Promise((resolve, reject) => {
      const job = { command, attempt: randomUUID(), resolve, reject } as unknown as Job;
      const queue = this.#waiting.get(command.userId);
      if (queue) queue.push(job);
      else this.#waiting.set(command.userId, [job]);
      this.#schedule();
    });
  }

  /** Resolves when nothing waits or runs and what is settled is out of the accounts. */
  async drain(): Promise<void> {
    while (this.#waiting.size > 0 || this.#rounds.size > 0) {
      await (this.#rounds.size > 0 ? Promise.all(this.#rounds) : delay(1));
    }
    await this.#environment.removals.end();
  }

  /** After the requests that arrived in the same turn of the event loop. */
  #schedule(): void {
    if (this.#isScheduled || this.#rounds.size >= ROUNDS_MAX) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startRounds();
    });
  }

  #startRounds(): void {
    while (this.#rounds.size < ROUNDS_MAX) {
      if (this.#rounds.size > 0 && this.#waiting.size < ACCOUNTS_OF_SECOND_ROUND_MIN) return;
      const jobs = this.#takeJobs();
      if (jobs.length === 0) return;
      const accounts = new Set(jobs.map((job) => job.command.userId));
      for (const id of accounts) this.#busy.add(id);
      const round = this.#run(jobs).finally(() => {
        for (const id of accounts) this.#busy.delete(id);
        this.#rounds.delete(round);
        this.#schedule();
      });
      this.#rounds.add(round);
    }
  }

  async #run(jobs: readonly Job[]): Promise<void> {
    try {
      const { again } = await commitBatch(this.#environment, jobs);
      if (again.length > 0) await delay(Math.random() * RETRY_DELAY_MS_MAX);
      for (const job of [...again].reverse()) this.#putBack(job);
    } catch (error) {
      for (const job of jobs) job.reject(error);
    }
  }

  /** To the front, or refused where its time is over. */
  #putBack(job: Job): void {
    const { command } = job;
    if (Date.now() >= command.deadlineAt) {
      job.reject(new Fault(503, 'The account is busy', { retryAfterSeconds: 1 }));
      return;
    }
    this.#waiting.set(command.userId, [job, ...(this.#waiting.get(command.userId) ?? [])]);
  }

  #takeJobs(): Job[] {
    const jobs: Job[] = [];
    let accounts = 0;
    for (const [userId, queue] of this.#waiting) {
      if (accounts >= ACCOUNTS_PER_ROUND_MAX) break;
      if (this.#busy.has(userId)) continue;
      accounts += 1;
      const count = fitting(queue);
      jobs.push(...queue.splice(0, count));
      if (queue.length === 0) this.#waiting.delete(userId);
    }
    return jobs;
  }
}

/** How many commands from the front fit into one write; one always does. */
function fitting(queue: readonly Job[]): number {
  let weight = 0;
  let count = 0;
  for (const { command } of queue) {
    weight += command.weight ?? 1;
    if (count > 0 && (count >= COMMANDS_PER_WRITE_MAX || weight > WEIGHT_PER_WRITE_MAX)) break;
    count += 1;
  }
  return count;
}
