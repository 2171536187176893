import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '@countinghouse/service';
import { locked } from './refusal.ts';

const WAIT_MS_MAX = 3_000;
const WAIT_STEP_MS = 40;

/** Waits for other changes of the tree in short steps, but not for ever. */
export class Patience {
  readonly #until: number;

  constructor(context: Pick<Context, 'deadlineAt'>) {
    this.#until = Math.min(Date.now() + WAIT_MS_MAX, context.deadlineAt - 500);
  }

  async wait(): Promise<void> {
    if (Date.now() >= this.#until) throw locked();
    await pause(WAIT_STEP_MS * (0.5 + Math.random()));
  }
}
