import type { Implementation, Runtime, ServiceParts } from '@countinghouse/service';
import { settleFromStart } from './begin.ts';
import { CONFIG } from './configuration/configuration.ts';
import { manageConfiguration } from './configuration/manage-configuration.ts';
import { ownEmail } from './email/own-email.ts';
import type { UserEnvironment } from './environment.ts';
import { checkAuthentication } from './login/check-authentication.ts';
import { goOnByLink, logInByPage } from './login/log-in.ts';
import { logInForApi } from './login/log-in-by-api.ts';
import { logOutByPage } from './login/log-out.ts';
import { assemble, type Parts } from './parts.ts';
import { resetPasswords } from './password/reset-password.ts';
import { setPasswords } from './password/set-password.ts';
import { makeAutoPayments } from './pay-system/auto-payments.ts';
import { paySystems } from './pay-system/pay-systems.ts';
import { prepareData } from './prepare.ts';
import { manageProfiles } from './profile/manage-profiles.ts';
import { drawCaptchas } from './registration/captchas.ts';
import { registerUsers } from './registration/register.ts';
import { openSessions } from './session/open-session.ts';
import { eraseStorageOfRemoved } from './storage/erase-of-service.ts';
import { manageStorage } from './storage/manage-storage.ts';
import { ownStorage } from './storage/own-storage.ts';
import { storageCommands } from './storage/storage-commands.ts';
import { addUsers } from './user/add-user.ts';
import { changeUsers } from './user/change-user.ts';
import { deleteUsers } from './user/delete-user.ts';
import { projectFigures } from './user/figures-projection.ts';
import { usersByLogin } from './user/find-by-login.ts';
import { listAllUsers } from './user/list-users.ts';
import { ownUser, usersById } from './user/own-user.ts';
import { searchInUsers } from './user/search-users.ts';
import { USERS } from './user/user-indexes.ts';

/** Puts the service together: its parts, then one implementation per operation. */
export async function buildUserService(runtime: Runtime<UserEnvironment>): Promise<ServiceParts> {
  const parts = await assemble(runtime);
  await prepareData(runtime, parts);
  const background = settleFromStart(runtime, parts.followUps);
  return {
    operations: [...loginOperations(parts), ...userOperations(parts), ...dataOperations(parts)],
    outboxes: [USERS, CONFIG],
    consumers: {
      billing: projectFigures(parts.users),
      'service-lifecycle': eraseStorageOfRemoved(parts.storage),
    },
    sweepers: [parts.sessions.sweeper(), parts.followUps.sweeper(), parts.deletion.sweeper()],
    begin: background.begin,
    end: background.end,
  };
}

function loginOperations(parts: Parts): Implementation[] {
  return [
    checkAuthentication(parts),
    logInByPage(parts),
    goOnByLink(parts),
    logInForApi(parts.sessionLogin),
    logOutByPage(parts.sessions, parts.followUps),
    ...openSessions(parts.users, parts.sessions),
    ...setPasswords(parts.users, parts.changes, parts.rows),
    ...resetPasswords(parts),
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
    usersByLogin(users),
    registerUsers(parts),
    drawCaptchas(parts.captchas),
  ];
}

function dataOperations(parts: Parts): Implementation[] {
  const { users, changes, profiles, configuration, storage } = parts;
  return [
    ...manageProfiles(profiles, users),
    ...manageConfiguration(configuration),
    ...ownStorage(storage, users),
    ...manageStorage(storage, users),
    ...storageCommands(storage, users),
    ...ownEmail(parts),
    ...paySystems(users, changes, configuration),
    makeAutoPayments(changes, configuration),
  ];
}
