import { logOut, type RowOfOperation } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { Sessions } from '../session/sessions.ts';
import type { FollowUps } from '../user/follow-ups.ts';

/** Ends the session that the request carries; the answer is the same where there is none. */
export function logOutByPage(sessions: Sessions, followUps: FollowUps): Implementation {
  return implement(logOut, async ({ session_id: id }): Promise<RowOfOperation<typeof logOut>> => {
    const session = typeof id === 'string' ? await sessions.end(id) : undefined;
    if (session) followUps.forgetCredentials(session.user_id);
    return { status: 0, msg: 'Logout sucessfully' };
  });
}
