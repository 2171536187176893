import { authenticate, Fault, type Identity } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { Sessions } from '../session/sessions.ts';
import type { UserDocument } from '../user/user-document.ts';
import type { Users } from '../user/users.ts';
import type { PasswordLogin } from './password-login.ts';

interface Parts {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly passwordLogin: PasswordLogin;
}

/** Who a session or a password belongs to: the first step of every request. */
export function checkAuthentication({ users, sessions, passwordLogin }: Parts): Implementation {
  return implement(authenticate, async ({ credential, address }) => {
    if (credential.kind === 'session') return { rows: await ofSession(credential.session_id, users, sessions) };
    const user = await passwordLogin.identify({ ...credential, address }).catch(nobodyWhereForbidden);
    return { rows: user ? [identityOf(user)] : [] };
  });
}

async function ofSession(id: string, users: Users, sessions: Sessions): Promise<Identity[]> {
  const session = await sessions.find(id);
  if (!session) return [];
  const user = await users.findIdentity(session.user_id);
  if (!user) return [];
  await sessions.touch(session);
  return [identityOf(user)];
}

function identityOf(user: Pick<UserDocument, '_id' | 'login' | 'gid' | 'block'>): Identity {
  return { user_id: user._id, login: user.login, role: user.gid === 1 ? 'admin' : 'user', blocked: user.block === 1 };
}

/** A password that the user’s settings forbid here identifies nobody; the next credential of the request may. */
function nobodyWhereForbidden(error: unknown): undefined {
  if (error instanceof Fault && error.status === 403) return undefined;
  throw error;
}
