import {
  addProfile,
  changeProfile,
  deleteProfile,
  listProfiles,
  type ProfileRow,
  profile,
  readProfiles,
} from '@countinghouse/contracts';
import { actingUser, type Implementation, implement } from '@countinghouse/service';
import { list, listQuery } from '@countinghouse/store';
import type { Users } from '../user/users.ts';
import { type Profiles, profileCodec } from './profiles.ts';

/** peer-http-api.md A8. */
export function manageProfiles(profiles: Profiles, users: Users): Implementation[] {
  return [
    implement(listProfiles, (args) => {
      const query = listQuery(profile, { ...args }, { isAdmin: true, equality: ['user_id'] });
      return list<ProfileRow>(profiles.collection as never, profileCodec, query);
    }),
    implement(addProfile, async ({ user_id: given, data }, context) => {
      const userId = given ?? actingUser(context);
      await users.require(userId);
      return { rows: [await profiles.add(userId, data, context.key, context.now)] };
    }),
    implement(changeProfile, async ({ id, user_id: userId, data }) => {
      if (userId !== undefined) await users.require(userId);
      const values = { ...(userId === undefined ? {} : { user_id: userId }), ...(data === undefined ? {} : { data }) };
      return { rows: [await profiles.change(id, values)] };
    }),
    implement(deleteProfile, async ({ id }) => {
      await profiles.delete(id);
      return { rows: ['1'] };
    }),
    implement(readProfiles, async ({ user_ids: userIds }) => ({ rows: await profiles.ofUsers(userIds) })),
  ];
}
