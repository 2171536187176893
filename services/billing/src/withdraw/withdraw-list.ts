import {
  hasAdminRights,
  listWithdraws,
  readChargedUsers,
  readWithdraws,
  sumWithdraws,
  withdraw,
  withdrawsOf,
} from '@countinghouse/contracts';
import { actingUser, type Context, implement } from '@countinghouse/service';
import { type ListQueryOptions, rowCodec, withoutTombstones } from '@countinghouse/store';
import { moneyToNumber } from '@countinghouse/tariff';
import { conditionsOf, listRows } from '../account/row-list.ts';
import type { BillingContext } from '../billing-context.ts';

export const withdrawCodec = rowCodec(withdraw);

export function withdrawList({ collections }: BillingContext) {
  return implement(listWithdraws, async (args, context) =>
    listRows(collections.withdraws, withdrawCodec, args, scopeOf(context)),
  );
}

export function withdrawRead({ collections }: BillingContext) {
  return implement(readWithdraws, async ({ withdraw_ids }) => {
    const filter = { _id: { $in: withdraw_ids }, tombstone: { $exists: false } };
    const rows = await collections.withdraws.find(filter).toArray();
    return { rows: rows.map((row) => withdrawCodec.decode(row)) };
  });
}

export function withdrawOf({ collections }: BillingContext) {
  return implement(withdrawsOf, async ({ user_service_ids }) => {
    const rows = await collections.withdraws
      .find({ user_service_id: { $in: user_service_ids } })
      .sort({ _id: 1 })
      .toArray();
    return { rows: rows.map((row) => withdrawCodec.decode(row)) };
  });
}

export function withdrawChargedUsers({ collections }: BillingContext) {
  return implement(readChargedUsers, async ({ user_ids }) => {
    const filter = { user_id: { $in: user_ids }, withdraw_date: { $type: 'date' as const } };
    const found: number[] = await collections.withdraws.distinct('user_id', filter);
    return { rows: found.map((user_id) => ({ user_id })) };
  });
}

export function withdrawSum({ collections }: BillingContext) {
  return implement(sumWithdraws, async (args, context) => {
    const filter = conditionsOf(withdraw, args, scopeOf(context));
    const sums = { cost: { $sum: '$cost' }, bonus: { $sum: '$bonus' }, total: { $sum: '$total' } };
    const [sum] = await collections.withdraws
      .aggregate([
        { $match: { $and: [withoutTombstones(filter), { withdraw_date: { $ne: null } }] } },
        { $group: { _id: null, rows_count: { $sum: 1 }, ...sums } },
      ])
      .toArray();
    const money = (cents: number | undefined) => moneyToNumber(cents ?? 0);
    const { rows_count = 0, cost, bonus, total } = sum ?? {};
    return { rows: [{ rows_count, cost: money(cost), bonus: money(bonus), total: money(total) }] };
  });
}

/** Callers without administrators' rights get their own rows, whatever `user_id` says. */
function scopeOf(context: Context): ListQueryOptions {
  if (hasAdminRights(context.caller)) return { isAdmin: true, equality: ['user_id'] };
  return { isAdmin: false, restriction: { user_id: actingUser(context) } };
}
