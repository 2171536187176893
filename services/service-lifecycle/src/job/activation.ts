import { Fault } from '@countinghouse/contracts';
import type { Runtime } from '@countinghouse/service';
import type { Filter } from 'mongodb';
import type { TreeChanges } from '../user-service/tree-changes.ts';
import type { UserServiceDocument } from '../user-service/user-service-document.ts';

/** `waiting`: commands of the user's services run, or somebody else changes one; to be tried again. */
export type Activation =
  | { readonly kind: 'done'; readonly touched: number }
  | { readonly kind: 'waiting'; readonly reason: 'progress' | 'locked' };

/**
 * After a payment: touches what of a user waits for money, in the order of the ids (domain.md 3.6). Not while commands of one
 * of his services run, since that one may be what the money is for.
 */
export async function activateServices(
  runtime: Pick<Runtime, 'systemContext'>,
  changes: TreeChanges,
  userId: number,
  key: string,
): Promise<Activation> {
  const { collection } = changes.trees;
  const busy = await collection.findOne({ user_id: userId, status: 'PROGRESS' }, { projection: { _id: 1 } });
  if (busy) return { kind: 'waiting', reason: 'progress' };
  const waits: Filter<UserServiceDocument> = { status: { $in: ['BLOCK', 'NOT PAID'] }, auto_bill: 1 };
  const waiting = await collection.find({ user_id: userId, ...waits }, { projection: { _id: 1 } }).toArray();
  let isLocked = false;
  for (const target of waiting.map((node) => node._id).sort((a, b) => a - b)) {
    // A child may have followed its parent meanwhile.
    if (!(await collection.findOne({ _id: target, ...waits }, { projection: { _id: 1 } }))) continue;
    const context = runtime.systemContext(`${key}:${target}`, userId);
    try {
      await changes.run({ kind: 'touch', target }, { context, key: null });
    } catch (error) {
      if (!(error instanceof Fault) || ![404, 408].includes(error.status)) throw error;
      if (error.status === 408) isLocked = true;
    }
  }
  return isLocked ? { kind: 'waiting', reason: 'locked' } : { kind: 'done', touched: waiting.length };
}
