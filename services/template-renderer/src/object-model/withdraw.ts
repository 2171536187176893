import {
  listUserWithdraws,
  listWithdraws,
  readWithdraws,
  type WithdrawRow,
  withdraw,
  withdrawsOf,
} from '@countinghouse/contracts';
import { Arguments } from './arguments.ts';
import { folded, listArgumentsOf, listedRows, membersOf } from './common-members.ts';
import { copyForTemplate } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import type { Kind, Member, ModelObject, SelectArguments } from './model-object.ts';
import { withdrawWrites } from './money-writes.ts';
import { aggregateMembers } from './query/aggregates.ts';
import { items } from './query/run-query.ts';
import { inChunks } from './read-rows.ts';
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
      paid: ofSameService({ '!=': null }),
      unpaid: ofSameService(null),
      next: async (self) => (await later(self))[0]?.handle,
      ...aggregateMembers<WithdrawRow>((row) => row.withdraw_date !== null),
      list_for_api: async (self, args) => {
        const selected = listArgumentsOf(self, args, undefined);
        const read = (given: SelectArguments) => self.render.read(listUserWithdraws, given);
        const rows = selected ? await listedRows(self, 'list_for_api', selected, read) : [];
        return folded(rows.map(copyForTemplate));
      },
      last: (self) => lastOf(self),
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

/** The newest write-off of the row's user service; of the user where it stands for no row. */
async function lastOf(self: ModelObject<WithdrawRow>): Promise<object | undefined> {
  if (self.id !== undefined) return (await sameService(self)).at(-1)?.handle;
  self.query.addSorts(['withdraw_id'], 'desc');
  const [newest] = (await items(self, new Arguments([{ limit: 1 }]))) as readonly object[];
  return newest;
}

/** Those of the row's user service whose withdraw_date is or is not null; those of the user where it stands for no row. */
function ofSameService(withdrawDate: null | { readonly '!=': null }): Member<WithdrawRow> {
  return async (self) => {
    if (self.id === undefined) return items(self, new Arguments([{ where: { withdraw_date: withdrawDate } }]));
    const all = await sameService(self);
    const isWanted = (row: WithdrawRow) => (row.withdraw_date === null) === (withdrawDate === null);
    return all.filter((one) => isWanted(one.row() as WithdrawRow)).map(({ handle }) => handle);
  };
}
