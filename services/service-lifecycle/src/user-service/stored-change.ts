import { randomUUID } from 'node:crypto';
import type { NewTask } from '../spool/task.ts';
import type { Intent } from './intent.ts';
import type { MoneyStep } from './settled.ts';
import type { StoredChange, StoredPlan, UserServiceDocument } from './user-service-document.ts';

/** Real time for which nobody else touches a change; every step of it may be repeated by others all the same. */
export const LEASE_MS = 15_000;
const CHANGE_KEY_START = 'us:';

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
  return `${CHANGE_KEY_START}${root}:${number}`;
}

/** Did a change queue the task of this key, not an administrator or a template? */
export function isQueuedByChange(taskKey: string): boolean {
  return taskKey.startsWith(CHANGE_KEY_START);
}

interface NewChange {
  readonly number: number;
  readonly key: string | null;
  readonly at: Date;
  readonly intent: Intent;
  readonly steps: readonly MoneyStep[];
  readonly created?: readonly UserServiceDocument[];
  readonly beginner?: string;
}

/** The stored form of a change whose outcome is not known yet. */
export function newChange(change: NewChange): StoredChange {
  const { number, key, at, intent, steps, created = [], beginner = randomUUID() } = change;
  return {
    number,
    key,
    beginner,
    at,
    leasedUntil: new Date(Date.now() + LEASE_MS),
    intent: JSON.stringify(intent),
    rounds: steps.length > 0 ? [JSON.stringify(steps)] : [],
    created,
    plan: null,
  };
}
