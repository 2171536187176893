import type { Implementation, Runtime, ServiceParts } from '@countinghouse/service';
import { beginUserService } from './begin.ts';
import { CONFIG } from './configuration/configuration.ts';
import type { UserEnvironment } from './environment.ts';
import { checkAuthentication } from './login/check-authentication.ts';
import { logInByPage } from './login/log-in.ts';
import { logInForApi } from './login/log-in-by-api.ts';
import { logOutByPage } from './login/log-out.ts';
import { assemble, type Parts } from './parts.ts';
import { setPasswords } from './password/set-password.ts';
import { drawCaptchas } from './registration/captchas.ts';
import { registerUsers } from './registration/register.ts';
import { openSessions } from './session/open-session.ts';
import { addUsers } from './user/add-user.ts';
import { changeUsers } from './user/change-user.ts';
import { deleteUsers } from './user/delete-user.ts';
import { listAllUsers } from './user/list-users.ts';
import { ownUser, usersById } from './user/own-user.ts';
import { searchInUsers } from './user/search-users.ts';
import { USERS } from './user/user-indexes.ts';

/** Puts the service together: its parts, then one implementation per operation. */
export async function buildUserService(runtime: Runtime<UserEnvironment>): Promise<ServiceParts> {
  const parts = await assemble(runtime);
  const background = beginUserService(runtime, parts);
  return {
    operations: [...loginOperations(parts), ...userOperations(parts)],
    outboxes: [USERS, CONFIG],
    sweepers: [parts.sessions.sweeper(), parts.followUps.sweeper(), parts.deletion.sweeper()],
    begin: background.begin,
    end: background.end,
  };
}

function loginOperations(parts: Parts): Implementation[] {
  return [
    checkAuthentication(parts),
    logInByPage(parts),
    logInForApi(parts.sessionLogin),
    logOutByPage(parts.sessions, parts.followUps),
    ...openSessions(parts.users, parts.sessions),
    ...setPasswords(parts.users, parts.changes, parts.rows),
  ];
}

function userOperations(parts: Parts): Implementation[] {
  const { users, rows, changes, creation, deletion } = parts;
  return [
    ...listAllUsers(rows),
    searchInUsers(rows),
    ...addUsers(creation, rows),
    ...changeUsers(changes, rows),
    ...deleteUsers(deletion),
    ...ownUser(users, changes, rows),
    ...usersById(users, rows),
    registerUsers(parts),
    drawCaptchas(parts.captchas),
  ];
}
