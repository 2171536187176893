import type { Document } from 'mongodb';
import type { Entry } from '../account/account-document.ts';

/** A settled entry. */
export interface LedgerDocument extends Entry, Document {
  /** `account:seq` with leading zeros, so that ids sort like entries; unique on (account, seq). */
  readonly _id: string;
  readonly user_id: number;
  /** `account:key`; unique. */
  readonly ref: string;
}

const ACCOUNT_DIGITS = 10;
const SEQ_DIGITS = 12;

export function ledgerId(userId: number, seq: number): string {
  return `${String(userId).padStart(ACCOUNT_DIGITS, '0')}:${String(seq).padStart(SEQ_DIGITS, '0')}`;
}

export function ledgerRef(userId: number, key: string): string {
  return `${userId}:${key}`;
}

export function ledgerDocument(userId: number, entry: Entry): LedgerDocument {
  const { seq, key, content, attempt, kind, date, money, bonus, balance, bonus_balance } = entry;
  const { lines_text, previous, hash, result } = entry;
  return {
    _id: ledgerId(userId, seq),
    user_id: userId,
    ref: ledgerRef(userId, key),
    ...{ seq, key, content, attempt, kind, date, money, bonus, balance, bonus_balance },
    ...{ lines_text, previous, hash, result },
  };
}
