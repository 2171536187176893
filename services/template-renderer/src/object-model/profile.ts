import { listProfiles, type ProfileRow, profile, readProfiles } from '@countinghouse/contracts';
import { membersOf } from './common-members.ts';
import { copyForTemplate } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import type { Kind, Owner } from './model-object.ts';
import { allRows, inChunks } from './read-rows.ts';
import { referenced } from './relations.ts';
import type { Render } from './render.ts';

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
        return copyForTemplate(await firstData(self.render, self.owner));
      },
    }),
  };
}

/** The data of the user's first profile, asked for all users of the page at once. */
async function firstData(render: Render, { userId, cohort }: Owner): Promise<unknown> {
  const byUser = await cohort.related('profiles', async ({ ids }) => {
    const rows = await inChunks(ids, (chunk) => render.read(readProfiles, { user_ids: chunk }));
    return Map.groupBy(rows, (row) => row.user_id);
  });
  return byUser.get(userId)?.[0]?.data ?? undefined;
}
