import type { JsonObject, PaySystem } from '@countinghouse/contracts';
import type { UserDocument } from '../user/user-document.ts';
import { type ConfiguredEntry, configuredEntries, entryNamed, programUrl } from './configured-entry.ts';
import { listSavedMethods, type SavedMethod } from './saved-methods.ts';

const SAVED_WEIGHT = 100;
/** What a program is asked to do with a saved method. */
export const PAYMENT_ACTION = 'payment';

export interface PaySystemTerms {
  readonly user: Pick<UserDocument, '_id' | 'settings_text'>;
  /** The configuration's `pay_systems` and `api`. */
  readonly systems: JsonObject;
  readonly api: JsonObject;
  readonly forecast: number;
  readonly amount: number;
}

/** The ways to pay that a user sees: what he saved and what is configured for clients, heaviest first (domain.md 2.12). */
export function paySystemList(terms: PaySystemTerms): PaySystem[] {
  const entries = configuredEntries(terms.systems);
  const saved = listSavedMethods(terms.user).map((method) =>
    savedRow(method, entryNamed(entries, method.paysystem), terms),
  );
  const configured = entries.filter(({ isShown }) => isShown).map((entry) => configuredRow(entry, terms));
  return [...saved, ...configured].sort((a, b) => b.weight - a.weight || a.name.localeCompare(b.name));
}

function configuredRow(entry: ConfiguredEntry, terms: PaySystemTerms): PaySystem {
  const { key, paysystem, weight, name, action, paymentUrl } = entry;
  const shm_url = paymentUrl ?? pageUrl(programUrl(terms.api, paysystem), { action, ps: key }, terms);
  return { paysystem, weight, name, shm_url, ...flagsOf(entry), allow_deletion: 0, ...figuresOf(terms) };
}

/** Named as it is saved, since it is deleted by that name. */
function savedRow(
  { paysystem, name }: SavedMethod,
  entry: ConfiguredEntry | undefined,
  terms: PaySystemTerms,
): PaySystem {
  const program = programUrl(terms.api, entry?.paysystem ?? paysystem);
  const query = { action: PAYMENT_ACTION, ps: entry?.key ?? paysystem };
  return {
    paysystem,
    weight: SAVED_WEIGHT,
    name: name ?? entry?.name ?? paysystem,
    shm_url: entry?.paymentUrl ?? pageUrl(program, query, terms),
    ...flagsOf(entry),
    allow_deletion: 1,
    ...figuresOf(terms),
  };
}

/** Clients append the amount (clients.md 1.3). */
function pageUrl(program: string, { action, ps }: { action: string; ps: string }, { user }: PaySystemTerms): string {
  return `${program}?${new URLSearchParams({ action, user_id: String(user._id), ps })}&amount=`;
}

function flagsOf(entry: ConfiguredEntry | undefined): Pick<PaySystem, 'recurring' | 'internal'> {
  return { recurring: entry?.allowsRecurring ? 1 : 0, internal: entry?.isInternal ? 1 : 0 };
}

function figuresOf({ user, forecast, amount }: PaySystemTerms): Pick<PaySystem, 'user_id' | 'forecast' | 'amount'> {
  return { user_id: user._id, forecast, amount };
}
