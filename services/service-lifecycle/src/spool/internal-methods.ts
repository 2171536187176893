import type { JsonObject } from '@countinghouse/contracts';
import type { ClaimedTask } from './claimed-task.ts';
import type { Conclusion } from './conclusion.ts';

/** Whose jobs the system's own are; needs no account. */
export const SYSTEM_USER = 1;

export type InternalMethod = (task: ClaimedTask) => Promise<Conclusion>;

/** What tasks may call inside the system: by `event.kind` and `event.method`. */
export class InternalMethods {
  readonly #kinds: Readonly<Record<string, Readonly<Record<string, InternalMethod>>>>;

  constructor(kinds: Readonly<Record<string, Readonly<Record<string, InternalMethod>>>>) {
    this.#kinds = kinds;
  }

  async run(task: ClaimedTask): Promise<Conclusion> {
    const { kind, method } = task.event;
    const methods = Object.hasOwn(this.#kinds, kind) ? this.#kinds[kind] : undefined;
    if (!methods) return stuckWith(`Kind not found: ${kind}`);
    const run = Object.hasOwn(methods, String(method)) ? methods[String(method)] : undefined;
    return run ? run(task) : stuckWith(`Method not exist: ${method}`);
  }
}

function stuckWith(error: string): Conclusion {
  return { kind: 'stuck', response: { error } };
}

export function done(response: JsonObject): Conclusion {
  return { kind: 'success', response };
}

/** The settings of a job: the task's own, else those of its event. */
export function jobSettings(task: ClaimedTask): JsonObject {
  return { ...task.event.settings, ...task.settings };
}
