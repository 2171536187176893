import type { Runtime } from '@countinghouse/service';
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
  const cursor = runtime.store
    .collection<UserServiceDocument>(USER_SERVICES)
    .find({ status: 'ACTIVE', auto_bill: 1, expire: { $lt: now } }, { batchSize: BATCH });
  const total = { touched: 0, left: 0 };
  const running = new Set<Promise<void>>();
  for await (const batch of batchesOf(cursor, BATCH)) {
    const context = runtime.systemContext(`prolongate:${batch[0]?._id}:${now.getTime()}`);
    const work = bulk.touch(batch, { ...context, now }).then((result) => {
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
