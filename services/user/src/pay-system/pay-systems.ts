import {
  type ConfiguredPaySystem,
  deleteAutoPayment,
  forecast,
  listAutoPayments,
  listConfiguredPaySystems,
  listPaySystems,
  type PaySystem,
  readPaySystems,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import type { Configuration } from '../configuration/configuration.ts';
import type { UserChanges } from '../user/user-changes.ts';
import type { UserDocument } from '../user/user-document.ts';
import type { Users } from '../user/users.ts';
import { type ConfiguredEntry, configuredEntries } from './configured-entry.ts';
import { paySystemList } from './pay-system-list.ts';
import { savedMethods, withoutMethod } from './saved-methods.ts';

/** The ways to pay, and the saved ones that pay by themselves. */
export function paySystems(users: Users, changes: UserChanges, configuration: Configuration): Implementation[] {
  const listOf = (user: UserDocument, context: Context, amount?: number) =>
    listOfUser(user, configuration, context, amount);
  return [
    implement(listPaySystems, async (_args, context) => {
      const user = await users.require(actingUser(context));
      return { rows: await listOf(user, context) };
    }),
    implement(readPaySystems, async ({ user_id: userId, amount, paysystem }, context) => {
      const rows = await listOf(await users.require(userId), context, amount);
      return { rows: rows.filter((row) => !paysystem || row.paysystem === paysystem) };
    }),
    implement(listConfiguredPaySystems, async (_args, context) => {
      await users.require(actingUser(context));
      const entries = configuredEntries(await configuration.value('pay_systems'));
      return entries.filter(({ isShown }) => isShown).map(withoutSecrets);
    }),
    implement(listAutoPayments, async (_args, context) => {
      const user = await users.require(actingUser(context));
      return { rows: [savedMethods(user)] };
    }),
    implement(deleteAutoPayment, async ({ pay_system: name }, context) => {
      await changes.apply(actingUser(context), (user) => withoutMethod(user, name), context);
      return { success: 1 as const };
    }),
  ];
}

/** Blocked services are paid for too (domain.md 2.12). */
async function listOfUser(
  user: UserDocument,
  configuration: Configuration,
  context: Context,
  amount: number | undefined,
): Promise<PaySystem[]> {
  const [systems, api, expected] = await Promise.all([
    configuration.value('pay_systems'),
    configuration.value('api'),
    context.call(forecast, { blocked: 1 }, { actingUserId: user._id }),
  ]);
  const total = expected.rows[0]?.total ?? 0;
  return paySystemList({ user, systems, api, forecast: total, amount: amount ?? total });
}

function withoutSecrets(entry: ConfiguredEntry): ConfiguredPaySystem {
  const { paysystem, name, weight, action, allowsRecurring, paymentUrl, templateId } = entry;
  return {
    ...{ paysystem, name, weight, action, allow_recurring: allowsRecurring ? 1 : 0 },
    ...(paymentUrl === undefined ? {} : { payment_url: paymentUrl }),
    ...(templateId === undefined ? {} : { template_id: templateId }),
  };
}
