import { Fault, hasAdminRights, setNewPassword, setOwnPassword, setPassword } from '@countinghouse/contracts';
import { actingUser, type Implementation, implement } from '@countinghouse/service';
import type { UserChanges } from '../user/user-changes.ts';
import type { UserRows } from '../user/user-rows.ts';
import type { Users } from '../user/users.ts';
import { generatedPassword } from './generated-password.ts';

/** Passwords that are set: by administrators, by users themselves, by templates. All sessions of the user end. */
export function setPasswords(users: Users, changes: UserChanges, rows: UserRows): Implementation[] {
  return [
    implement(setPassword, async ({ user_id: userId, password }, context) => {
      const document = await changes.setPassword(userId, password, context);
      return { rows: [await rows.rowOf(document, true)] };
    }),
    implement(setOwnPassword, async ({ password }, context) => {
      const document = await changes.setPassword(actingUser(context), password, context);
      return { rows: [await rows.rowOf(document, hasAdminRights(context.caller))] };
    }),
    implement(setNewPassword, async ({ user_id: userId, password }, context) => {
      const user = await users.require(userId);
      if (user.gid === 1) throw new Fault(400, "Can't set the password of an administrator");
      const given = password ?? '';
      const chosen = given === '' ? generatedPassword() : given;
      await changes.setPassword(userId, chosen, context);
      return { rows: [chosen] };
    }),
  ];
}
