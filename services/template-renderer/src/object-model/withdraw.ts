import {
  listUserWithdraws,
  listWithdraws,
  readWithdraws,
  type WithdrawRow,
  withdraw,
  withdrawsOf,
} from '@countinghouse/contracts';
import { folded, listArgumentsOf, membersOf } from './common-members.ts';
import { copyForTemplate } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import type { Kind, Member, ModelObject } from './model-object.ts';
import { withdrawWrites } from './money-writes.ts';
import { aggregateMembers } from './query/aggregates.ts';
import { allRows, inChunks } from './read-rows.ts';
import { groupedBy, referenced } from './relations.ts';

/** Write-offs (templates.md 2.3, `wd`). */
export function withdrawKind(kinds: () => Kinds): Kind<WithdrawRow> {
  return {
    name: 'wd',
    resource: withdraw,
    isOwned: true,
    read: (render, ids) => inChunks(ids, (chunk) => render.read(readWithdraws, { withdraw_ids: chunk })),
    select: (render, args) => render.read(listWithdraws, args),
    members: membersOf<WithdrawRow>({
      ...withdrawWrites,
      user: async (self) => (await referenced(self, 'user_id', kinds().user))?.handle,
      us: async (self) => (await referenced(self, 'user_service_id', kinds().us))?.handle,
      service: async (self) => (await referenced(self, 'service_id', kinds().service))?.handle,
      paid: ofSameService((row) => row.withdraw_date !== null),
      unpaid: ofSameService((row) => row.withdraw_date === null),
      next: async (self) => (await later(self))[0]?.handle,
      ...aggregateMembers<WithdrawRow>((row) => row.withdraw_date !== null),
      list_for_api: async (self, args) => {
        const selected = listArgumentsOf(self, args, undefined);
        const { rows } = selected ? await self.render.read(listUserWithdraws, selected) : { rows: [] };
        return folded((await allRows(rows)).map(copyForTemplate));
      },
      last: async (self) => (await sameService(self)).at(-1)?.handle,
    }),
  };
}

/** The write-offs of the row's user service, fetched for all siblings at once, in the order of their ids. */
async function sameService(self: ModelObject<WithdrawRow>): Promise<readonly ModelObject<WithdrawRow>[]> {
  const row = await self.existing();
  if (!row) return [];
  const groups = await self.cohort.related('wd.of', async (cohort) => {
    const ids = [...(await cohort.rows()).values()].map((one) => one.user_service_id);
    const rows = await inChunks(ids, (chunk) => self.render.read(withdrawsOf, { user_service_ids: chunk }));
    return groupedBy(self.render, self.kind, rows, 'user_service_id');
  });
  return groups.get(row.user_service_id) ?? [];
}

async function later(self: ModelObject<WithdrawRow>): Promise<readonly ModelObject<WithdrawRow>[]> {
  return (await sameService(self)).filter(({ id }) => (id ?? 0) > (self.id ?? 0));
}

function ofSameService(isWanted: (row: WithdrawRow) => boolean): Member<WithdrawRow> {
  return async (self) => {
    if (self.id === undefined) return [];
    const all = await sameService(self);
    return all.filter((one) => isWanted(one.row() as WithdrawRow)).map(({ handle }) => handle);
  };
}
