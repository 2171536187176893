import { SERVICE_NAMES } from '../caller.ts';
import type { Operation } from '../operation.ts';
import { accountOperations } from './accounts.ts';
import { authenticate } from './authentication.ts';
import { bonusOperations } from './bonuses.ts';
import { catalogueOperations } from './catalogue.ts';
import { configurationOperations } from './configuration.ts';
import { discountOperations } from './discounts.ts';
import { emailOperations } from './email.ts';
import { forecastOperations } from './forecast.ts';
import { forecastPriceOperations } from './forecast-prices.ts';
import { identityOperations } from './identities.ts';
import { ledgerOperations } from './ledger.ts';
import { orderOperations } from './orders.ts';
import { ownServiceOperations } from './own-services.ts';
import { passwordOperations } from './passwords.ts';
import { paySystemOperations } from './pay-systems.ts';
import { paymentOperations } from './payments.ts';
import { pricingOperations } from './pricing.ts';
import { profileOperations } from './profiles.ts';
import { promoOperations } from './promos.ts';
import { registrationOperations } from './registration.ts';
import { serverOperations } from './servers.ts';
import { serviceEventOperations } from './service-events.ts';
import { servicesOfUsersOperations } from './services-of-users.ts';
import { sessionOperations } from './sessions.ts';
import { settlementOperations } from './settlement.ts';
import { spoolOperations } from './spool.ts';
import { storageOperations } from './storage.ts';
import { storageCommands } from './storage-commands.ts';
import { systemOperationsOf } from './system.ts';
import { templateCommands } from './template-commands.ts';
import { templateOperations } from './templates.ts';
import { transportOperations } from './transports.ts';
import { userCommandOperations } from './user-commands.ts';
import { userServiceCommands } from './user-service-commands.ts';
import { userServiceOperations } from './user-services.ts';
import { userOperations } from './users.ts';
import { webhookOperations } from './webhooks.ts';
import { withdrawRouteOperations } from './withdraw-routes.ts';
import { withdrawOperations } from './withdraws.ts';

/** Served by every service or given by the framework. */
const systemOperations: readonly Operation[] = SERVICE_NAMES.flatMap((name) => Object.values(systemOperationsOf[name]));

/** Every operation of the system: one spread per area. */
export const allOperations: readonly Operation[] = [
  authenticate,
  ...catalogueOperations,
  ...serviceEventOperations,
  ...userServiceOperations,
  ...userServiceCommands,
  ...ownServiceOperations,
  ...servicesOfUsersOperations,
  ...withdrawRouteOperations,
  ...orderOperations,
  ...forecastOperations,
  ...serverOperations,
  ...identityOperations,
  ...transportOperations,
  ...spoolOperations,
  ...webhookOperations,
  ...configurationOperations,
  ...emailOperations,
  ...passwordOperations,
  ...paySystemOperations,
  ...profileOperations,
  ...registrationOperations,
  ...sessionOperations,
  ...storageOperations,
  ...storageCommands,
  ...userCommandOperations,
  ...userOperations,
  ...settlementOperations,
  ...accountOperations,
  ...forecastPriceOperations,
  ...bonusOperations,
  ...discountOperations,
  ...ledgerOperations,
  ...paymentOperations,
  ...pricingOperations,
  ...promoOperations,
  ...withdrawOperations,
  ...templateOperations,
  ...templateCommands,
  ...systemOperations,
];
