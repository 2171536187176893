import { fieldRequired, logInByApi } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { SessionLogin } from './session-login.ts';

/** `POST /v1/user/auth`: the login of the newer clients. */
export function logInForApi(sessionLogin: SessionLogin): Implementation {
  return implement(logInByApi, async ({ login, password }, { caller, now }) => {
    if (login === '') throw fieldRequired('login');
    if (password === '') throw fieldRequired('password');
    const { sessionId } = await sessionLogin.logIn({ login, password, address: caller.address }, now);
    return { id: sessionId };
  });
}
