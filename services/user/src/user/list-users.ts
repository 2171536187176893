import { listUsers, selectUsers } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { UserRows } from './user-rows.ts';

/** Lists of users for administrators and for templates. */
export function listAllUsers(rows: UserRows): Implementation[] {
  return [implement(listUsers, (args) => rows.list(args)), implement(selectUsers, (args) => rows.list(args))];
}
