import type { Runtime } from '@countinghouse/service';
import { PRODUCTION_SEED } from './configuration/production-seed.ts';
import { seedConfiguration } from './configuration/seed-configuration.ts';
import { DEMO_CONFIGURATION } from './demo/demo-configuration.ts';
import { loadDemoData } from './demo/load-demo-data.ts';
import type { UserEnvironment } from './environment.ts';
import type { Parts } from './parts.ts';
import { addFirstAdministrator } from './user/first-administrator.ts';

/** Names the creation, so that replicas that start together add one administrator. */
const FIRST_ADMINISTRATOR_KEY = 'first-administrator';

/** What a fresh system needs before it serves: an administrator, the configuration, the demonstration where it is asked for. */
export async function prepareData(runtime: Runtime<UserEnvironment>, parts: Parts): Promise<void> {
  const { environment, clock } = runtime;
  if (environment.DEMO_DATA && environment.NODE_ENV === 'production') {
    throw new Error('DEMO_DATA: refused when NODE_ENV is production');
  }
  await addAdministrator(runtime, parts);
  if (Object.keys(await parts.configuration.value('_shm')).length > 0) return;
  if (environment.DEMO_DATA) await loadDemoData(parts.users, parts.profiles, parts.passwords);
  const seed = environment.DEMO_DATA ? DEMO_CONFIGURATION : PRODUCTION_SEED;
  await seedConfiguration(parts.configuration, seed, clock.now());
}

async function addAdministrator(runtime: Runtime<UserEnvironment>, { users, creation }: Parts): Promise<void> {
  const { ADMIN_LOGIN: login, ADMIN_PASSWORD: password } = runtime.environment;
  if (!login || !password) return;
  const context = runtime.systemContext(FIRST_ADMINISTRATOR_KEY);
  await addFirstAdministrator({ login, password }, users, creation, context);
}
