import {
  deleteAutoPayment,
  forecast,
  type JsonObject,
  type JsonValue,
  listAutoPayments,
  listPaySystems,
  type PaySystem,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import type { Configuration } from '../configuration/configuration.ts';
import { memberOf, settingsOf } from '../user/settings.ts';
import type { UserChanges } from '../user/user-changes.ts';
import type { UserDocument } from '../user/user-document.ts';
import type { UserChange, Users } from '../user/users.ts';

/** The ways to pay, and the saved ones that pay by themselves. */
export function paySystems(users: Users, changes: UserChanges, configuration: Configuration): Implementation[] {
  return [
    implement(listPaySystems, async (_args, context) => {
      const user = await users.require(actingUser(context));
      return { rows: await visiblePaySystems(user, configuration, context) };
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

async function visiblePaySystems(
  user: UserDocument,
  configuration: Configuration,
  context: Context,
): Promise<PaySystem[]> {
  const [systems, { url }, expected] = await Promise.all([
    configuration.value('pay_systems'),
    configuration.value('api'),
    context.call(forecast, {}, { actingUserId: user._id }),
  ]);
  const total = expected.rows[0]?.total ?? 0;
  return Object.entries(systems)
    .filter(([, system]) => isSet(memberOf(system, 'show_for_client')))
    .map(([name, system]) => paySystemOf(name, system, { user, total, apiUrl: textOf(url) ?? '' }))
    .sort((a, b) => b.weight - a.weight || a.name.localeCompare(b.name));
}

interface Payer {
  readonly user: UserDocument;
  readonly total: number;
  readonly apiUrl: string;
}

function paySystemOf(key: string, system: JsonValue, { user, total, apiUrl }: Payer): PaySystem {
  const paysystem = textOf(memberOf(system, 'paysystem')) ?? key;
  return {
    paysystem,
    weight: Number(memberOf(system, 'weight') ?? 0) || 0,
    name: textOf(memberOf(system, 'name')) ?? key,
    shm_url: textOf(memberOf(system, 'payment_url')) ?? payPage(apiUrl, key, paysystem, system, user._id),
    recurring: isSet(memberOf(system, 'allow_recurring')) ? 1 : 0,
    internal: isSet(memberOf(system, 'internal')) ? 1 : 0,
    allow_deletion: memberOf(savedMethods(user), paysystem) === undefined ? 0 : 1,
    user_id: user._id,
    forecast: total,
    amount: total,
  };
}

/** Clients append the amount (clients.md 1.3). */
function payPage(apiUrl: string, key: string, paysystem: string, system: JsonValue, userId: number): string {
  const action = textOf(memberOf(system, 'action')) ?? 'create';
  const query = new URLSearchParams({ action, user_id: String(userId), ps: key });
  return `${apiUrl.replace(/\/+$/, '')}/shm/pay_systems/${encodeURIComponent(paysystem)}.cgi?${query}&amount=`;
}

function savedMethods(user: UserDocument): JsonObject {
  const saved = settingsOf(user).pay_systems;
  return typeof saved === 'object' && saved !== null && !Array.isArray(saved) ? (saved as JsonObject) : {};
}

function withoutMethod(user: UserDocument, name: string | null | undefined): UserChange | undefined {
  const { pay_systems: _all, ...settings } = settingsOf(user);
  const saved = savedMethods(user);
  if (Object.keys(saved).length === 0) return undefined;
  if (!name) return { values: { settings } };
  const { [name]: removed, ...others } = saved;
  return removed === undefined ? undefined : { values: { settings: { ...settings, pay_systems: others } } };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '' && value !== '0';
}
