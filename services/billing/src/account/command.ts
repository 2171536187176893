import type { JsonObject, JsonValue, LedgerKind } from '@countinghouse/contracts';
import type { TariffSettings } from '../tariff/tariff-settings.ts';
import type { Account, LedgerLine, PartnerShare, PendingEntry, StoredTerms } from './account-document.ts';
import type { RowCollection, RowDocument, RowWrite } from './row-write.ts';
import type { RowsView } from './rows-view.ts';

/** An event of a change; its id follows from the account, the entry and its place. */
export interface NewEvent {
  readonly type: string;
  readonly data: JsonObject;
}

/** What a command does to the account and its rows, all or none. */
export interface Change<Result extends JsonValue = JsonValue> {
  readonly kind: LedgerKind;
  /** The balance and the bonus change by the sum of the lines, by nothing else. */
  readonly lines: readonly LedgerLine[];
  readonly terms?: Partial<StoredTerms> & { readonly closed?: true };
  readonly rows?: readonly RowWrite[];
  readonly events?: readonly NewEvent[];
  readonly partner?: PartnerShare;
  readonly result: Result;
}

/** What a planner decides: a change, or that nothing changes and what is answered. */
export type Decision<Result extends JsonValue> = { readonly change: Change<Result> } | { readonly unchanged: Result };

/** Gives the ids of new rows. */
export interface IdSource {
  next(collection: RowCollection): number;
}

/** What a planner may look at beside the account. */
export interface PlanContext {
  readonly rows: RowsView;
  readonly ids: IdSource;
  readonly tariff: TariffSettings;
}

/** Which rows a planner reads; only rows of the account's user are given to it. */
export interface Needs {
  readonly pays?: readonly number[];
  readonly bonuses?: readonly number[];
  readonly withdraws?: readonly number[];
  /** All write-offs of these user services. */
  readonly withdrawsOf?: readonly number[];
  /** Every row of the account. */
  readonly allRows?: true;
  /** Configuration and discounts. */
  readonly tariff?: boolean;
  /** How many ids it will probably take; more are fetched when needed. */
  readonly ids?: Partial<Record<RowCollection, number>>;
}

/**
 * One change of one account (architecture.md, rule 1). `plan` is a pure function of the account and its rows: it may run
 * several times, and throws a Fault to refuse.
 */
export interface Command<Result extends JsonValue = JsonValue> {
  readonly userId: number;
  /** The cause; doing it twice is doing it once. */
  readonly key: string;
  /** What was asked for; the same key with another content is 409. */
  readonly content: JsonValue;
  /** Business time. */
  readonly at: Date;
  /** Real time, epoch milliseconds, at which retries end. */
  readonly deadlineAt: number;
  readonly needs?: Needs;
  /** Plans and answers, writes nothing; new rows get negative ids. */
  readonly dryRun?: boolean;
  /** Runs on a closed account as well. */
  readonly onClosed?: boolean;
  /** What it counts for when commands of one account share a write; 1 by default. */
  readonly weight?: number;
  plan(account: Account, context: PlanContext): Decision<Result>;
}

/** The rows of one collection that a command wrote. */
export function writtenRows(executed: Executed<unknown>, collection: RowCollection): RowDocument[] {
  const rows = executed.entry?.rows ?? [];
  return rows.filter((write) => write.collection === collection).map((write) => write.row);
}

export interface Executed<Result> {
  readonly result: Result;
  /** A repeat: the stored result of the first time. */
  readonly hit: boolean;
  /** What was written, or in a dry run would be; absent where nothing changed, and for a repeat that is settled. */
  readonly entry?: PendingEntry;
  readonly account: Account;
}
