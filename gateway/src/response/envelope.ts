import type { HttpMethod, JsonValue, ListReply, RowsReply } from '@countinghouse/contracts';
import { LIST_LIMIT_DEFAULT } from '@countinghouse/contracts';
import type { Dialect } from '../environment.ts';

const ZONE = process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Local time as C's ctime writes it: `Sat Nov 21 03:52:15 2026`. */
function ctime(now: Date): string {
  const [weekday, month, day, year, time] = now.toString().split(' ') as [string, string, string, string, string];
  return `${weekday} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`;
}

function common(now: Date) {
  return { status: 200, date: ctime(now), TZ: ZONE };
}

type Page = Pick<ListReply, 'total' | 'limit' | 'offset' | 'filter'>;

/** What stands beside `data` of a list; `items` is what the dialect means by it (decisions.md, table). */
export function listMembers(page: Page, rowsInData: number, dialect: Dialect, now: Date): Record<string, JsonValue> {
  return {
    items: dialect === 'spec' ? rowsInData : page.total,
    total: page.total,
    limit: page.limit,
    offset: page.offset,
    ...(page.filter === undefined ? {} : { filter: page.filter }),
    ...common(now),
  };
}

/** The envelope of rows that are no list; all there are, unless the reply says what they are a part of. */
export function rowsEnvelope(reply: RowsReply, method: HttpMethod, dialect: Dialect, now: Date): object {
  const { rows, page = { total: rows.length, limit: LIST_LIMIT_DEFAULT, offset: 0 } } = reply;
  if (method === 'GET') return { data: rows, ...listMembers(page, rows.length, dialect, now) };
  return { data: rows, ...(dialect === 'spec' ? { items: rows.length } : {}), ...common(now) };
}
