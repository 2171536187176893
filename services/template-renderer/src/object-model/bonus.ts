import { type BonusRow, bonus, listBonuses, readBonuses } from '@countinghouse/contracts';
import { membersOf } from './common-members.ts';
import type { Kinds } from './kinds.ts';
import type { Kind } from './model-object.ts';
import { bonusWrites } from './money-writes.ts';
import { inChunks } from './read-rows.ts';
import { referenced } from './relations.ts';

/** Bonuses (templates.md 2.3, `bonus`): `amount` is the user's bonus balance. */
export function bonusKind(kinds: () => Kinds): Kind<BonusRow> {
  return {
    name: 'bonus',
    resource: bonus,
    isOwned: true,
    read: (render, ids) => inChunks(ids, (chunk) => render.read(readBonuses, { ids: chunk })),
    select: (render, args) => render.read(listBonuses, args),
    members: membersOf<BonusRow>({
      ...bonusWrites,
      user: async (self) => (await referenced(self, 'user_id', kinds().user))?.handle,
      amount: async ({ owner }) => {
        const users = await owner?.cohort.rows();
        const row = owner && users?.get(owner.userId);
        return row && Reflect.get(row, 'bonus');
      },
    }),
  };
}
