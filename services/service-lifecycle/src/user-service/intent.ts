import type { JsonObject } from '@countinghouse/contracts';
import type { Draft } from './draft.ts';
import type { EditTerms, Settled } from './settled.ts';
import type { Facts } from './situation.ts';
import type { Tree } from './tree.ts';

/** A new service of an order that gets a write-off, with the terms that were asked for. */
export interface BilledOrder {
  readonly id: number;
  readonly qnt: number;
  readonly cost?: number | undefined;
  readonly months?: number | undefined;
  readonly discount?: number | undefined;
  readonly bonus?: number | undefined;
}

interface Aimed {
  readonly target: number;
}

/** What is to be done to a tree, as it is stored with it until it is done. */
export type Intent =
  | (Aimed & {
      readonly kind: 'order';
      readonly billed: readonly BilledOrder[];
      readonly process: boolean;
      /** `YYYY-MM-DD HH:MM:SS`; replaces the expiry when it got paid. */
      readonly endDate: string | null;
    })
  | (Aimed & { readonly kind: 'touch' })
  | (Aimed & { readonly kind: 'stop'; readonly autoBill: number | null })
  | (Aimed & { readonly kind: 'activate'; readonly autoBill: number | null })
  | (Aimed & { readonly kind: 'remove'; readonly force: boolean })
  | (Aimed & {
      readonly kind: 'tariff';
      readonly serviceId: number;
      readonly finishActive: boolean;
      readonly partial: boolean;
    })
  | (Aimed & { readonly kind: 'finish'; readonly moneyBack: boolean })
  | (Aimed & { readonly kind: 'recalc'; readonly months: number | null })
  | (Aimed & { readonly kind: 'extend'; readonly money: number })
  | (Aimed & { readonly kind: 'status'; readonly status: 'ACTIVE' | 'BLOCK' })
  | (Aimed & {
      readonly kind: 'write';
      readonly autoBill?: number | undefined;
      readonly next?: number | null | undefined;
      readonly settings?: JsonObject | null | undefined;
    })
  | (Aimed & {
      readonly kind: 'event-done';
      readonly event: string;
      /** Null where an administrator says so. */
      readonly taskKey: string | null;
      /** Stored where the service has none yet. */
      readonly serverId: number | null;
    })
  | (Aimed & {
      readonly kind: 'edit-withdraw';
      readonly withdrawId: number;
      /** The catalogue row that prices it. */
      readonly serviceId: number;
      readonly terms: EditTerms;
    })
  | (Aimed & { readonly kind: 'run-event'; readonly event: string });

export type IntentKind = Intent['kind'];
export type IntentOf<K extends IntentKind> = Extract<Intent, { kind: K }>;

/** What an intent comes to for a tree; a Fault where it is refused. Pure: the same input gives the same draft. */
export type Drafting<K extends IntentKind> = (
  intent: IntentOf<K>,
  tree: Tree,
  facts: Facts,
  settled: readonly Settled[],
) => Draft;
