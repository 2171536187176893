import {
  Fault,
  invalidArgument,
  type LoginAnswer,
  type LoginArguments,
  logIn,
  logInByLink,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { Configuration } from '../configuration/configuration.ts';
import type { Sessions } from '../session/sessions.ts';
import { memberOf } from '../user/settings.ts';
import type { UserDocument } from '../user/user-document.ts';
import type { SessionLogin } from './session-login.ts';

const MISSING = 'login or password not present';
const CHARACTERS_MAX = 1024;

interface Parts {
  readonly sessionLogin: SessionLogin;
  readonly sessions: Sessions;
  readonly configuration: Configuration;
}

/** `auth.cgi`: a session for credentials; or, given a session alone, the way into the cabinet (peer-http-api.md 3.2). */
export function logInByPage(parts: Parts): Implementation {
  return implement(logIn, async (args, { caller, now }): Promise<LoginAnswer> => {
    const { login, password, session_id: sessionId } = args;
    if (login === undefined && password === undefined && typeof sessionId === 'string') return goOn(sessionId, parts);
    const given = { ...credentialsOf(args), address: caller.address };
    const { user, sessionId: opened } = await parts.sessionLogin.logIn(
      given,
      now,
      isTrue(args.admin) ? requireAdmin : undefined,
    );
    return { status: 200, msg: 'Successfully', session_id: opened, user_id: user._id };
  });
}

/** The same way into the cabinet as a link. */
export function goOnByLink(parts: Omit<Parts, 'sessionLogin'>): Implementation {
  return implement(logInByLink, async ({ session_id: sessionId }): Promise<LoginAnswer> => {
    if (typeof sessionId !== 'string') throw new Fault(400, MISSING);
    return goOn(sessionId, parts);
  });
}

function credentialsOf({ login, password }: LoginArguments): { login: string; password: string } {
  const name = textOf('login', login).trim();
  const secret = textOf('password', password);
  if (name === '' || secret === '') throw new Fault(400, MISSING);
  return { login: name, password: secret };
}

/** Nothing where it is absent; what is no text is no wrong password but a wrong request (decisions.md 4). */
function textOf(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || value.length > CHARACTERS_MAX)
    throw invalidArgument(name, `text of at most ${CHARACTERS_MAX} characters`);
  return value;
}

async function goOn(sessionId: string, { sessions, configuration }: Omit<Parts, 'sessionLogin'>): Promise<LoginAnswer> {
  const session = await sessions.find(sessionId);
  if (!session) throw new Fault(400, MISSING);
  const url = memberOf(await configuration.value('cli'), 'url');
  return {
    status: 200,
    msg: 'Successfully',
    session_id: sessionId,
    user_id: session.user_id,
    ...(typeof url === 'string' && url !== '' ? { redirect: url } : {}),
  };
}

function requireAdmin(user: UserDocument): void {
  if (user.gid !== 1) throw new Fault(403, 'Forbidden: user is not admin');
}

function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0 && value !== '0' && value !== false;
}
