import { createHash } from 'node:crypto';
import {
  AUTO_PAYMENT_REQUESTED_EVENT,
  type AutoPaymentRequested,
  type JsonObject,
  makeAutoPayment,
} from '@countinghouse/contracts';
import { type Context, type Implementation, implement } from '@countinghouse/service';
import { outboxEntry } from '@countinghouse/store';
import type { Configuration } from '../configuration/configuration.ts';
import { settingsOf } from '../user/settings.ts';
import type { UserChanges } from '../user/user-changes.ts';
import type { UserDocument } from '../user/user-document.ts';
import type { UserChange } from '../user/users.ts';
import { autoPaymentRefusal, withLastPayment } from './auto-payment-rules.ts';
import { configuredEntries, entryNamed, programUrl } from './configured-entry.ts';
import { listSavedMethods } from './saved-methods.ts';

/** What the configuration says of automatic payments. */
interface Terms {
  readonly billing: JsonObject;
  readonly systems: JsonObject;
  readonly api: JsonObject;
}

interface Request {
  readonly amount: number;
  /** Follows from what asks: a repeat has the same. */
  readonly key: string;
}

/**
 * Asks for automatic payments (domain.md 2.12). When the last one was, the key and the request to the pay system's program are one
 * guarded write, so that of several that come at once one is made, and a repeat of it is known.
 */
export function makeAutoPayments(changes: UserChanges, configuration: Configuration): Implementation {
  return implement(makeAutoPayment, async ({ user_id: userId, amount }, context) => {
    const terms = await readTerms(configuration);
    const request = { amount, key: createHash('sha256').update(context.key).digest('hex') };
    const decide = (user: UserDocument) => autoPayment(user, request, terms, context);
    const user = await changes.apply(userId, decide, context);
    return { rows: [user.auto_payment_key === request.key ? 1 : 0] };
  });
}

async function readTerms(configuration: Configuration): Promise<Terms> {
  const [billing, systems, api] = await Promise.all([
    configuration.value('billing'),
    configuration.value('pay_systems'),
    configuration.value('api'),
  ]);
  return { billing, systems, api };
}

/** Undefined where it was asked for already or may not be. */
function autoPayment(
  user: UserDocument,
  { amount, key }: Request,
  terms: Terms,
  { now, log }: Context,
): UserChange | undefined {
  if (user.auto_payment_key === key) return undefined;
  const settings = settingsOf(user);
  const refusal = autoPaymentRefusal({ settings, billing: terms.billing, amount, now });
  const program = programOf(user, terms);
  if (refusal !== undefined || program === undefined) {
    const reason = refusal ?? 'no saved pay system allows recurring payments at an HTTP address';
    log.info({ user_id: user._id, reason }, 'an automatic payment is not made');
    return undefined;
  }
  const data: AutoPaymentRequested = { user_id: user._id, ...program, amount };
  const event = outboxEntry(AUTO_PAYMENT_REQUESTED_EVENT, { ...data }, now, `auto-payment:${user._id}:${key}`);
  return { values: { settings: withLastPayment(settings, now) }, autoPaymentKey: key, events: [event] };
}

/** The first saved method, as they are listed, whose configuration allows recurring payments. */
function programOf(user: UserDocument, { systems, api }: Terms): Pick<AutoPaymentRequested, 'ps' | 'url'> | undefined {
  const entries = configuredEntries(systems);
  return listSavedMethods(user)
    .map((method) => ({ entry: entryNamed(entries, method.paysystem), method }))
    .flatMap(({ entry, method }) => (entry?.allowsRecurring ? [{ entry, name: method.name ?? entry.name }] : []))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ entry }) => ({ ps: entry.key, url: entry.paymentUrl ?? programUrl(api, entry.paysystem) }))
    .find(({ url }) => isHttpAddress(url));
}

function isHttpAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
