import type { NewTask } from '../spool/task.ts';
import type { Intent } from './intent.ts';
import type { MoneyStep } from './settled.ts';
import type { StoredChange, StoredPlan } from './user-service-document.ts';

/** Everything that a change comes to, in absolute values: carrying it out twice is carrying it out once. */
export interface Plan extends Omit<StoredPlan, 'tasks'> {
  readonly tasks: readonly NewTask[];
}

export function intentOf(change: StoredChange): Intent {
  return JSON.parse(change.intent) as Intent;
}

/** The stored question of a round, counted from 0. */
export function stepsOf(change: StoredChange, round: number): MoneyStep[] | undefined {
  const steps = change.rounds[round];
  return steps === undefined ? undefined : (JSON.parse(steps) as MoneyStep[]);
}

export function storedPlan(plan: Plan): StoredPlan {
  return { ...plan, tasks: JSON.stringify(plan.tasks) };
}

export function planOf(stored: StoredPlan): Plan {
  return { ...stored, tasks: JSON.parse(stored.tasks) as NewTask[] };
}

/** The first part of the keys of everything that a change causes. */
export function keyOfChange(root: number, number: number): string {
  return `us:${root}:${number}`;
}
