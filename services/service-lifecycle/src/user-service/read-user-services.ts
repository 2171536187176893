import { countUserServices, eraseUserServices, readUserServices, type UserServiceRow } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { Collection, Filter } from 'mongodb';
import { decodeUserService, type UserServiceDocument } from './user-service-document.ts';

/** What other services ask about user services. */
export function readingImplementations(
  userServices: Collection<UserServiceDocument>,
  eraseRest: (userId: number) => Promise<void>,
): Implementation[] {
  return [
    implement(readUserServices, async (args) => ({ rows: await readSelected(userServices, args) })),
    implement(countUserServices, async ({ user_id }) => ({
      rows: [{ user_id, services: await userServices.countDocuments({ user_id, status: { $ne: 'REMOVED' } }) }],
    })),
    implement(eraseUserServices, async ({ user_id }) => {
      await userServices.deleteMany({ user_id });
      await eraseRest(user_id);
      return { rows: [{ user_id }] };
    }),
  ];
}

interface Selection {
  readonly user_service_ids?: readonly number[] | undefined;
  readonly user_ids?: readonly number[] | undefined;
  readonly parent_ids?: readonly number[] | undefined;
}

async function readSelected(
  userServices: Collection<UserServiceDocument>,
  { user_service_ids, user_ids, parent_ids }: Selection,
): Promise<UserServiceRow[]> {
  const found = new Map<number, UserServiceRow>();
  const conditions: Filter<UserServiceDocument>[] = [
    ...(user_service_ids ? [{ _id: { $in: [...user_service_ids] } }] : []),
    ...(user_ids ? [{ user_id: { $in: [...user_ids] } }] : []),
    ...(parent_ids ? [{ parent: { $in: [...parent_ids] } }] : []),
  ];
  for (const condition of conditions) {
    for (const node of await userServices.find(condition).toArray()) found.set(node._id, decodeUserService(node, true));
  }
  return [...found.values()].sort((a, b) => a.user_service_id - b.user_service_id);
}
