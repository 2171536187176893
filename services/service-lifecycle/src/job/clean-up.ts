import type { Runtime } from '@countinghouse/service';
import type { Filter } from 'mongodb';
import type { TreeChanges } from '../user-service/tree-changes.ts';
import { USER_SERVICES, type UserServiceDocument } from '../user-service/user-service-document.ts';

/** Days after which services that nobody pays are removed; 0 leaves them (domain.md 3.6). */
export interface CleanUpTerms {
  readonly blockDays: number;
  readonly notPaidDays: number;
}

export const CLEAN_UP_DEFAULT: CleanUpTerms = { blockDays: 10, notPaidDays: 10 };

/** The terms of the configuration `billing.cleanup.USObject`. */
export function cleanUpTerms(configured: unknown): CleanUpTerms {
  const { block, wait_for_pay } = (configured ?? {}) as { block?: unknown; wait_for_pay?: unknown };
  const days = (value: unknown, otherwise: number) => {
    const number = Number(value ?? otherwise);
    return Number.isFinite(number) && number >= 0 ? number : otherwise;
  };
  return {
    blockDays: days(block, CLEAN_UP_DEFAULT.blockDays),
    notPaidDays: days(wait_for_pay, CLEAN_UP_DEFAULT.notPaidDays),
  };
}

/** Removes top-level services that are blocked or unpaid for long; answers how many. */
export async function cleanUp(
  runtime: Pick<Runtime, 'store' | 'clock' | 'systemContext' | 'log'>,
  changes: TreeChanges,
  terms: CleanUpTerms,
): Promise<number> {
  const now = runtime.clock.now();
  let removed = 0;
  for (const filter of conditions(terms, now)) {
    const cursor = runtime.store.collection<UserServiceDocument>(USER_SERVICES).find(filter);
    for await (const { _id: target, user_id } of cursor) {
      const context = { ...runtime.systemContext(`clean-up:${target}:${now.getTime()}`, user_id), now };
      try {
        await changes.run({ kind: 'remove', target, force: false }, { context, key: null });
        removed += 1;
      } catch (error) {
        runtime.log.warn({ err: error, user_service_id: target }, 'not cleaned up');
      }
    }
  }
  return removed;
}

function conditions({ blockDays, notPaidDays }: CleanUpTerms, now: Date): Filter<UserServiceDocument>[] {
  const common = { auto_bill: 1, parent: null };
  return [
    ...(blockDays > 0 ? [{ status: 'BLOCK' as const, ...common, expire: { $lt: daysBefore(now, blockDays) } }] : []),
    ...(notPaidDays > 0
      ? [{ status: 'NOT PAID' as const, ...common, created: { $lt: daysBefore(now, notPaidDays) } }]
      : []),
  ];
}

function daysBefore(now: Date, days: number): Date {
  const before = new Date(now);
  before.setDate(before.getDate() - days);
  return before;
}
