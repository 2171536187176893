import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import { memberOf } from '../user/settings.ts';

/** What is read of an entry of the configuration's `pay_systems` (domain.md 1.17); whatever else it holds may be a secret. */
export interface ConfiguredEntry {
  readonly key: string;
  /** The name of its program. */
  readonly paysystem: string;
  readonly name: string;
  readonly weight: number;
  readonly action: string;
  readonly isShown: boolean;
  readonly isInternal: boolean;
  readonly allowsRecurring: boolean;
  /** Where to pay instead of at its program. */
  readonly paymentUrl: string | undefined;
  readonly templateId: string | undefined;
}

export function configuredEntries(systems: JsonObject): ConfiguredEntry[] {
  return Object.entries(systems).map(([key, system]) => entryOf(key, system));
}

function entryOf(key: string, system: JsonValue): ConfiguredEntry {
  return {
    key,
    paysystem: textOf(memberOf(system, 'paysystem')) ?? key,
    name: textOf(memberOf(system, 'name')) ?? key,
    weight: Number(memberOf(system, 'weight') ?? 0) || 0,
    action: textOf(memberOf(system, 'action')) ?? 'create',
    isShown: isSet(memberOf(system, 'show_for_client')),
    isInternal: isSet(memberOf(system, 'internal')),
    allowsRecurring: isSet(memberOf(system, 'allow_recurring')),
    paymentUrl: textOf(memberOf(system, 'payment_url')),
    templateId: textOf(memberOf(system, 'template_id')),
  };
}

/** The entry that a saved method belongs to: of its name, else of its program. */
export function entryNamed(entries: readonly ConfiguredEntry[], name: string): ConfiguredEntry | undefined {
  return entries.find(({ key }) => key === name) ?? entries.find(({ paysystem }) => paysystem === name);
}

/** The address of a pay system's program; relative where `api.url` is not configured. */
export function programUrl(api: JsonObject, paysystem: string): string {
  const base = (textOf(api.url) ?? '').replace(/\/+$/, '');
  return `${base}/shm/pay_systems/${encodeURIComponent(paysystem)}.cgi`;
}

/** A text that is not empty. */
export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What counts as true in the configuration. */
export function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '' && value !== '0';
}
