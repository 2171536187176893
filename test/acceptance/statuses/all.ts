import type { Arrangements } from './arrangement.ts';
import { catalogue } from './catalogue.ts';
import { configuration } from './configuration.ts';
import { money } from './money.ts';
import { promos } from './promos.ts';
import { servers } from './servers.ts';
import { spool } from './spool.ts';
import { storage } from './storage.ts';
import { templates } from './templates.ts';
import { userServices } from './user-services.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/** One arrangement for every operation that has a route. */
export const arrangements: Arrangements = {
  ...users,
  ...catalogue,
  ...userServices,
  ...money,
  ...promos,
  ...servers,
  ...templates,
  ...spool,
  ...webhooks,
  ...storage,
  ...configuration,
};
