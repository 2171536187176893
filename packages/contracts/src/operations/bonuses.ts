import { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type BonusRow, bonus } from '../resources/bonus.ts';

const owner = 'billing';
const path = '/v1/admin/user/bonus';

type BonusListArguments = ListArguments & { user_id?: number | undefined };

export const listBonuses = operation<BonusListArguments, 'list', BonusRow>({
  id: 'bonus.list',
  owner,
  summary: 'Lists bonuses',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(bonus, ofUser) as z.ZodType<BonusListArguments>,
  result: 'list',
  list: bonus,
});

const changeable = {
  comment: bonus.fields.comment,
  date: field.date({ description: 'Now by default' }),
} as const;

/** Changes the bonus balance; above 0 it publishes `bonus`, 0 is refused (domain.md 2.12). */
export const addBonus = operation<
  {
    user_id: number;
    bonus: number;
    comment?: BonusRow['comment'] | undefined;
    date?: string | undefined;
    dry_run?: number | undefined;
  },
  'rows',
  BonusRow
>({
  id: 'bonus.add',
  owner,
  summary: 'Credits a bonus',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf({ ...pick(bonus.fields, ['user_id', 'bonus']), ...changeable, dry_run: field.flag() }, [
    'user_id',
    'bonus',
  ]),
  result: 'rows',
  item: bonus.fields,
  errors: [404, 409],
});

/** Only comment and date; the amount of a whole object sent back is ignored. */
export const changeBonus = operation<
  { id: number; user_id?: number | undefined; comment?: BonusRow['comment'] | undefined; date?: string | undefined },
  'rows',
  BonusRow
>({
  id: 'bonus.change',
  owner,
  summary: 'Changes comment and date of a bonus',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf({ ...pick(bonus.fields, ['id', 'user_id']), ...changeable }, ['id']),
  result: 'rows',
  item: bonus.fields,
  errors: [404],
});

/** Hides the row; the bonus balance and the ledger stay. Answers `['1']`. */
export const deleteBonus = operation<{ user_id: number; id: number }, 'rows', string>({
  id: 'bonus.delete',
  owner,
  summary: 'Hides a bonus',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf(pick(bonus.fields, ['user_id', 'id']), ['user_id', 'id']),
  result: 'rows',
  errors: [404],
});

/** Bonuses by id, hidden ones left out; for templates. */
export const readBonuses = operation<{ ids: number[] }, 'rows', BonusRow>({
  id: 'bonus.read',
  owner,
  summary: 'Bonuses by id',
  access: 'internal',
  args: z.object({ ids: z.array(field.id().schema).max(1000) }),
  result: 'rows',
  item: bonus.fields,
});

export const bonusOperations = [listBonuses, addBonus, changeBonus, deleteBonus, readBonuses] as const;
