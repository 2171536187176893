import { listProfiles, type ProfileRow, profile, readProfiles } from '@countinghouse/contracts';
import { membersOf } from './common-members.ts';
import type { Kinds } from './kinds.ts';
import type { Kind } from './model-object.ts';
import { allRows } from './read-rows.ts';
import { referenced } from './relations.ts';

/** Profiles of users. */
export function profileKind(kinds: () => Kinds): Kind<ProfileRow> {
  return {
    name: 'profile',
    resource: profile,
    isOwned: true,
    read: async (render, ids) => {
      const { rows } = await render.read(listProfiles, { limit: 0, filter: { id: [...ids] } });
      return allRows(rows);
    },
    select: (render, args) => render.read(listProfiles, args),
    members: membersOf<ProfileRow>({
      user: async (self) => (await referenced(self, 'user_id', kinds().user))?.handle,
      data: async (self) => {
        if (self.id !== undefined || !self.owner) return self.column('data');
        const { rows } = await self.render.read(readProfiles, { user_ids: [self.owner.userId] });
        return rows[0]?.data ?? undefined;
      },
    }),
  };
}
