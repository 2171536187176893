import { findUserByLogin } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { Users } from './users.ts';

export function usersByLogin(users: Users): Implementation {
  return implement(findUserByLogin, async ({ login }) => {
    const user = await users.findByLogin(login);
    return { rows: user ? [{ user_id: user._id }] : [] };
  });
}
