import { openSession, openSessionOf } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { Users } from '../user/users.ts';
import type { Sessions } from './sessions.ts';

/** Sessions for a user that somebody else asks for: an administrator, or a template. */
export function openSessions(users: Users, sessions: Sessions): Implementation[] {
  const open = async (userId: number, usi: number | null | undefined) => {
    await users.require(userId);
    return { id: await sessions.open(userId, usi) };
  };
  return [
    implement(openSession, ({ user_id: userId, usi }) => open(userId, usi)),
    implement(openSessionOf, async ({ user_id: userId, usi }) => ({ rows: [await open(userId, usi)] })),
  ];
}
