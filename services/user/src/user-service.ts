import type { ServiceDefinition } from '@countinghouse/service';
import { buildUserService } from './build.ts';
import { userVariables } from './environment.ts';

/** Login, users, sessions, profiles, configuration and per-user storage. */
export const userService: ServiceDefinition<typeof userVariables> = {
  name: 'user',
  variables: userVariables,
  build: buildUserService,
};
