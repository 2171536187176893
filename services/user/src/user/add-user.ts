import { addUser, registerUser } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { UserCreation } from './user-creation.ts';
import type { UserRows } from './user-rows.ts';

/** Administrators add users; templates register them. */
export function addUsers(creation: UserCreation, rows: UserRows): Implementation[] {
  return [
    implement(addUser, async ({ login, password, ...fields }, context) => {
      const created = await creation.create({ login, password, fields }, context);
      return { rows: [await rows.rowOf(created, true)] };
    }),
    implement(registerUser, async ({ login, password, ...fields }, context) => {
      const created = await creation.create({ login, password, fields, registered: true }, context);
      return { rows: [await rows.rowOf(created, true)] };
    }),
  ];
}
