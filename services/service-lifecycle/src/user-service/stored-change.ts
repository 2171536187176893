import type { OutboxEntry } from '@countinghouse/store';
import type { Document } from 'mongodb';
import type { NewTask } from '../spool/task.ts';
import type { Intent } from './intent.ts';
import type { MoneyStep } from './settled.ts';
import type { UserServiceDocument } from './user-service-document.ts';

/** The new state of one service that is there already. */
export interface NodeWrite {
  readonly id: number;
  /** The version that it must have; it becomes the next one. */
  readonly version: number;
  readonly set: Document;
  readonly unset: readonly string[];
  readonly outbox: readonly OutboxEntry[];
}

/** Everything that a change comes to, in absolute values: carrying it out twice is carrying it out once. */
export interface Plan {
  readonly root: NodeWrite;
  /** Services below the root. */
  readonly others: readonly NodeWrite[];
  /** New services below the root. */
  readonly inserts: readonly UserServiceDocument[];
  readonly tasks: readonly NewTask[];
}

/**
 * A change under way, kept in the root of its tree until it is done. What came from outside as JSON is kept as text, since
 * member names such as `$x` have a meaning of their own in the database.
 */
export interface StoredChange {
  /** The version that the root took on for it: names the change and the keys of all its effects. */
  readonly number: number;
  /** The request that asked for it; null where none did. */
  readonly key: string | null;
  /** Who began it, so that he can tell his own from another's with the same number. */
  readonly beginner: string;
  /** Business time. */
  readonly at: Date;
  /** Real time; after it anybody may continue the change. */
  readonly leasedUntil: Date;
  readonly intent: string;
  /** What billing is asked, one text for each question, stored before it is asked: the same key asks the same. */
  readonly rounds: readonly string[];
  /** New services of an order, in version 0. */
  readonly created: readonly UserServiceDocument[];
  readonly plan: StoredPlan | null;
}

export interface StoredPlan extends Omit<Plan, 'tasks'> {
  readonly tasks: string;
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
