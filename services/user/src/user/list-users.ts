import { listUsers, selectUsers } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { UserRows } from './user-rows.ts';

/** Lists of users for administrators and for templates. */
export function listAllUsers(rows: UserRows): Implementation[] {
  return [
    implement(listUsers, (args) => rows.list(args)),
    // Templates name paths of the settings, `settings = 'a.b'` (templates.md 2.2); the administrators' list searches their text.
    implement(selectUsers, (args) => rows.list(args, { rawText: [] })),
  ];
}
