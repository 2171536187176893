import {
  changeSelf,
  countReferrals,
  hasAdminRights,
  readReferrals,
  readSelf,
  readUsers,
} from '@countinghouse/contracts';
import { actingUser, type Implementation, implement } from '@countinghouse/service';
import type { UserChanges } from './user-changes.ts';
import type { UserRows } from './user-rows.ts';
import type { Users } from './users.ts';

/** What a user sees and changes of himself. */
export function ownUser(users: Users, changes: UserChanges, rows: UserRows): Implementation[] {
  return [
    implement(readSelf, async (_args, context) => {
      const document = await users.require(actingUser(context));
      return { rows: [await rows.rowOf(document, hasAdminRights(context.caller))] };
    }),
    implement(changeSelf, async (args, context) => {
      const decide = () => (Object.values(args).some((value) => value !== undefined) ? { values: args } : undefined);
      const document = await changes.apply(actingUser(context), decide, context);
      return { rows: [await rows.rowOf(document, hasAdminRights(context.caller))] };
    }),
    implement(countReferrals, async (_args, context) => {
      const { _id } = await users.require(actingUser(context));
      const partner = { partner_id: _id };
      return { rows: [{ total: await users.collection.countDocuments(partner) }] };
    }),
  ];
}

/** The same for the other services, of many users in one call. */
export function usersById(users: Users, rows: UserRows): Implementation[] {
  return [
    implement(readUsers, async ({ user_ids: ids }) => {
      const found = await Promise.all([...new Set(ids)].sort((a, b) => a - b).map((id) => users.find(id)));
      return { rows: await rows.rowsOf(found.filter((document) => document !== undefined)) };
    }),
    implement(readReferrals, async ({ user_ids: ids }) => {
      const groups = await users.collection
        .aggregate<{ _id: number; total: number }>([
          { $match: { partner_id: { $in: ids } } },
          { $group: { _id: '$partner_id', total: { $sum: 1 } } },
        ])
        .toArray();
      const totals = new Map(groups.map(({ _id, total }) => [_id, total]));
      return { rows: ids.map((id) => ({ user_id: id, total: totals.get(id) ?? 0 })) };
    }),
  ];
}
