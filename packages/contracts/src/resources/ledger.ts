import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** What changed an account; `terms` are credit, discount, overdraft and partner, a `correction` has its reason in its line. */
export const LEDGER_KINDS = [
  'payment',
  'payment-hidden',
  'bonus',
  'bonus-changed',
  'bonus-hidden',
  'partner-bonus',
  'settle',
  'withdraw-prepared',
  'withdraw-edited',
  'withdraw-deleted',
  'terms',
  'correction',
  'close',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One entry of an account's ledger: append-only, chained by hashes (architecture.md, rules 1 and 6). */
export const ledgerEntry = resource({
  name: 'ledger entry',
  key: 'id',
  rangeField: 'date',
  fields: {
    id: field.text({ max: 32, description: 'The account and seq, so that ids sort like entries' }),
    user_id: field.id(),
    seq: field.integer({ min: 1, description: 'Counts the entries of the account without gaps' }),
    key: field.text({ max: 512, description: 'What caused it; once per account' }),
    kind: field.text({ oneOf: LEDGER_KINDS }),
    date: field.date(),
    money: field.money({ description: 'Change of the balance' }),
    bonus: field.money({ description: 'Change of the bonus' }),
    balance: field.money({ description: 'The balance afterwards' }),
    bonus_balance: field.money({ description: 'The bonus afterwards' }),
    lines: field.json({ shape: 'array', description: 'What the change is made of, in cents' }),
    previous: field.text({ max: 64, description: 'Hash of the entry before; empty for the first' }),
    hash: field.text({ max: 64, description: 'SHA-256 of this entry and the hash before' }),
  },
});
export type LedgerRow = RowOfResource<typeof ledgerEntry>;
