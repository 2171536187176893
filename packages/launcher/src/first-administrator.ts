import type { DataFolder } from './data-folder.ts';
import type { LaunchEnvironment } from './launch-environment.ts';

/** The password the user service is to give to the first administrator; undefined when there is one already. */
export function firstPassword({ adminPassword }: LaunchEnvironment, folder: DataFolder): string | undefined {
  if (adminPassword !== undefined) return adminPassword;
  return folder.administratorExists ? undefined : folder.passwordToShow();
}

/**
 * What a newcomer is told about the administrator, once: the generated password when it is the one in use.
 * A database that has had an administrator before keeps that one, and the generated password is forgotten.
 * @param url base address of the running system
 */
export async function announceAdministrator(
  url: string,
  environment: LaunchEnvironment,
  folder: DataFolder,
): Promise<string | undefined> {
  if (folder.administratorExists) return undefined;
  const { adminLogin: login, adminPassword } = environment;
  const password = adminPassword ?? folder.passwordToShow();
  const valid = await isValid(url, login, password);
  folder.noteAdministrator();
  if (!valid) return 'this database has an administrator already';
  return adminPassword === undefined ? `administrator ${login}, password ${password} (shown only now)` : undefined;
}

async function isValid(url: string, login: string, password: string): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const response = await fetch(`${url}/v1/user`, { headers: { authorization } });
  await response.arrayBuffer();
  if (response.ok || response.status === 401 || response.status === 403) return response.ok;
  throw new Error(`the administrator's login could not be checked: GET ${url}/v1/user answered ${response.status}`);
}
