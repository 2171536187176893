import type { Runtime } from '@countinghouse/service';
import type { Collection } from 'mongodb';
import type { UserServiceDocument } from '../user-service/user-service-document.ts';
import { USER_SERVICES } from '../user-service/user-service-document.ts';
import { batchesOf } from './batches.ts';
import type { BulkTouch } from './bulk-touch.ts';

const BATCH = 250;
/** Batches under way at once: one asks billing while another writes. */
const BATCHES_AT_ONCE = 3;

export interface ProlongationResult {
  readonly touched: number;
  /** Locked by others or refused by billing; the next run takes them. */
  readonly left: number;
}

/**
 * Touches every ACTIVE service with auto_bill whose period is over (domain.md 4.7), each once. Read in the order of an index by
 * one cursor, so that memory and the time for each service do not grow with their number.
 */
export async function prolongate(
  runtime: Pick<Runtime, 'store' | 'clock' | 'systemContext'>,
  bulk: BulkTouch,
): Promise<ProlongationResult> {
  const now = runtime.clock.now();
  const collection = runtime.store.collection<UserServiceDocument>(USER_SERVICES);
  const due = { status: 'ACTIVE', auto_bill: 1, expire: { $lt: now } } as const;
  const cursor = collection.find(due, { batchSize: BATCH });
  const total = { touched: 0, left: 0 };
  const running = new Set<Promise<void>>();
  for await (const batch of batchesOf(cursor, BATCH)) {
    const context = runtime.systemContext(`prolongate:${batch[0]?._id}:${now.getTime()}`);
    const targets = await withoutDueParents(collection, batch, now);
    const work = bulk.touch(targets, { ...context, now }).then((result) => {
      total.touched += result.touched;
      total.left += result.left;
    });
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
    if (running.size >= BATCHES_AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
  return total;
}

/**
 * These, but for a child whose parent is due as well that parent: the child is renewed with it (domain.md 3.2), and by itself
 * would be blocked before, since its parent is over.
 */
async function withoutDueParents(
  collection: Collection<UserServiceDocument>,
  batch: readonly UserServiceDocument[],
  now: Date,
): Promise<readonly UserServiceDocument[]> {
  const roots = new Set(batch.filter((node) => node.parent !== null).map((node) => node.root));
  if (roots.size === 0) return batch;
  const nodes = await collection.find({ root: { $in: [...roots] } }).toArray();
  const byId = new Map(nodes.map((node) => [node._id, node]));
  const targets = batch.map((node) => topmostDue(byId, node, now));
  return [...new Map(targets.map((target) => [target._id, target])).values()];
}

function topmostDue(
  nodes: ReadonlyMap<number, UserServiceDocument>,
  node: UserServiceDocument,
  now: Date,
): UserServiceDocument {
  let topmost = node;
  for (let above = nodes.get(node.parent ?? 0); above; above = nodes.get(above.parent ?? 0)) {
    if (isDue(above, now)) topmost = above;
  }
  return topmost;
}

function isDue({ status, auto_bill, expire }: UserServiceDocument, now: Date): boolean {
  return status === 'ACTIVE' && auto_bill === 1 && expire !== null && expire < now;
}
