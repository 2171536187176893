import type { ListReply } from '@countinghouse/contracts';
import type { Owner, SelectArguments } from '../model-object.ts';
import { allRows } from '../read-rows.ts';

/** Rows fetched together for all users of a cohort; more of them are asked for user by user. */
export const TOGETHER_MAX = 20_000;

/** The default of lists (decisions.md 5). */
const LIMIT_DEFAULT = 25;

/**
 * The rows of a list of one user among his siblings, which the owner is asked for once for all of them. Undefined where they must
 * be asked for one by one: there are no siblings, too many rows, or arguments that do not let rows be told apart.
 */
export async function rowsTogether<Row extends object>(
  name: string,
  owner: Owner,
  { user_id: _own, limit = LIMIT_DEFAULT, offset = 0, ...same }: SelectArguments,
  select: (args: SelectArguments) => Promise<ListReply<Row>>,
): Promise<readonly Row[] | undefined> {
  const { userId, cohort } = owner;
  const isTold = same.fields === undefined && same.filter?.user_id === undefined;
  if (cohort.ids.length < 2 || !isTold) return undefined;
  const byUser = await cohort.related(`${name} ${JSON.stringify(same)}`, async ({ ids }) => {
    const filter = { ...same.filter, user_id: [...ids] };
    const rows = await atMost(TOGETHER_MAX, await select({ ...same, limit: 0, filter }));
    return rows && Map.groupBy(rows, (row) => Reflect.get(row, 'user_id') as number);
  });
  const own = byUser && (byUser.get(userId) ?? []);
  return own?.slice(offset, limit === 0 ? undefined : offset + limit);
}

/** All rows, or undefined where there are more. */
export async function atMost<Row>(
  rowsMax: number,
  { rows, total }: ListReply<Row>,
): Promise<readonly Row[] | undefined> {
  if (!(Symbol.asyncIterator in rows)) return rows;
  if (total > rowsMax) {
    await rows[Symbol.asyncIterator]().return?.();
    return undefined;
  }
  return allRows(rows);
}
