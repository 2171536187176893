import {
  hasAdminRights,
  listOwnPays,
  listPays,
  pay,
  readLatestPays,
  readPays,
  sumPays,
} from '@countinghouse/contracts';
import { actingUser, implement } from '@countinghouse/service';
import { rowCodec, withoutTombstones } from '@countinghouse/store';
import { moneyToNumber } from '@countinghouse/tariff';
import { conditionsOf, listRows } from '../account/row-list.ts';
import type { BillingContext } from '../billing-context.ts';

const codec = rowCodec(pay);
const ALL_FIELDS = { hidden: true };

export function payList({ collections }: BillingContext) {
  return implement(listPays, (args) =>
    listRows(collections.pays, codec, args, { isAdmin: true, equality: ['user_id'] }),
  );
}

/** Administrators who act for a user see all fields. */
export function payOwn({ collections }: BillingContext) {
  return implement(listOwnPays, async (args, context) => {
    const isAdmin = hasAdminRights(context.caller);
    const restriction = { user_id: actingUser(context) };
    return listRows(collections.pays, codec, args, { isAdmin, restriction });
  });
}

export function payRead({ collections }: BillingContext) {
  return implement(readPays, async ({ ids }) => {
    const rows = await collections.pays.find({ _id: { $in: ids }, tombstone: { $exists: false } }).toArray();
    return { rows: rows.map((row) => codec.decode(row, ALL_FIELDS)) };
  });
}

/** Newest by date, then by id. */
export function payLatest({ collections }: BillingContext) {
  return implement(readLatestPays, async ({ user_ids }) => {
    const rows = await collections.pays
      .aggregate([
        { $match: { user_id: { $in: user_ids } } },
        { $sort: { date: -1, _id: -1 } },
        { $group: { _id: '$user_id', row: { $first: '$$ROOT' } } },
      ])
      .toArray();
    return { rows: rows.map(({ row }) => codec.decode(row, ALL_FIELDS)) };
  });
}

export function paySum({ collections }: BillingContext) {
  return implement(sumPays, async (args, context) => {
    const { userId } = context.caller;
    const isAdmin = hasAdminRights(context.caller);
    const restriction = isAdmin ? {} : { user_id: userId };
    const filter = conditionsOf(pay, args, { isAdmin, restriction, equality: ['user_id'] });
    const [sum] = await collections.pays
      .aggregate([
        { $match: withoutTombstones(filter) },
        { $group: { _id: null, rows_count: { $sum: 1 }, money: { $sum: '$money' } } },
      ])
      .toArray();
    return { rows: [{ rows_count: sum?.rows_count ?? 0, money: moneyToNumber(sum?.money ?? 0) }] };
  });
}
