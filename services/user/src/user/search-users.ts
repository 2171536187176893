import { fieldRequired, searchUsers, user } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { type Condition, compileFilter } from '@countinghouse/store';
import type { UserRows } from './user-rows.ts';

const SEARCHED = ['login', 'login2', 'full_name', 'phone', 'settings'] as const;
const ID = /^\d{1,9}$/;

/** `text` anywhere in a login, the name, the phone or the settings, or equal to the user_id; empty lists all. */
export function searchInUsers(rows: UserRows): Implementation {
  return implement(searchUsers, async ({ text, ...args }) => {
    if (text === undefined) throw fieldRequired('text');
    if (text === '') return rows.list(args);
    return rows.list(args, { restriction: conditionOf(text) });
  });
}

function conditionOf(text: string): Condition {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const members = [
    ...SEARCHED.map((name) => ({ [name]: { '-like': pattern } })),
    ...(ID.test(text) ? [{ user_id: Number(text) }] : []),
  ];
  return compileFilter(user, { '-or': members }, { isAdmin: true, rawText: ['settings'] });
}
