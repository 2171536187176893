import type { LedgerKind } from '@countinghouse/contracts';
import type { OutboxDocument } from '@countinghouse/store';
import type { RowWrite } from './row-write.ts';

/** What the user service decides about an account. Amounts in cents. */
export interface StoredTerms {
  readonly credit: number;
  readonly discount: number;
  readonly can_overdraft: number;
  readonly partner_id: number | null;
  /** The percent that this user earns as a partner; null takes the configured one. */
  readonly income_percent: number | null;
}

/** An account as planners see it. Amounts in cents. */
export interface Account extends StoredTerms {
  readonly _id: number;
  readonly balance: number;
  readonly bonus: number;
  readonly closed: boolean;
}

/**
 * The account's document: figures, the end of its ledger's chain, and what is committed but not yet settled into the
 * other collections (architecture.md, rule 1). `seq` guards every write.
 */
export interface AccountDocument extends Account, OutboxDocument {
  readonly _id: number;
  readonly seq: number;
  readonly last_hash: string;
  readonly pending: readonly PendingEntry[];
  /** The rows were erased with the user; the ledger stays. */
  readonly erased?: true;
}

/** Entries that an account may hold unsettled. */
export const PENDING_MAX = 64;

/** One part of an entry's change, and the row it belongs to. Amounts in cents, signed as the account sees them. */
export interface LedgerLine {
  readonly type: 'payment' | 'bonus' | 'charge' | 'refund' | 'edit' | 'extension' | 'correction';
  readonly money: number;
  readonly bonus: number;
  readonly pay_id?: number;
  readonly bonus_id?: number;
  readonly withdraw_id?: number;
  /** Of corrections, which belong to no row. */
  readonly reason?: string;
}

/** One command's effect, as the ledger keeps it. */
export interface Entry {
  readonly seq: number;
  readonly key: string;
  /** SHA-256 of what was asked for: the same key with another content is refused. */
  readonly content: string;
  /** Which attempt wrote it: tells an own write whose answer was lost from a repeat. */
  readonly attempt: string;
  readonly kind: LedgerKind;
  /** Business time. */
  readonly date: Date;
  readonly money: number;
  readonly bonus: number;
  readonly balance: number;
  readonly bonus_balance: number;
  /** JSON text of the lines: what the hash is taken of. */
  readonly lines_text: string;
  readonly previous: string;
  readonly hash: string;
  /** JSON text of what the command answered. */
  readonly result: string;
}

/** A bonus that a payment owes to the payer's partner; the payment stays pending until it is given. */
export interface PartnerShare {
  readonly partner_id: number;
  readonly pay_id: number;
  readonly money: number;
}

export interface PendingEntry extends Entry {
  readonly rows: readonly RowWrite[];
  readonly partner?: PartnerShare;
  /** Real time, for the sweeper. */
  readonly queued_at: Date;
}
