import { Fault, type JsonValue } from '@countinghouse/contracts';
import { MONEY_CENTS_MAX, moneyToNumber } from '@countinghouse/tariff';
import { contentHash, entryHash } from '../ledger/entry-hash.ts';
import type { Account, AccountDocument, PendingEntry, StoredTerms } from './account-document.ts';
import type { Change, Command } from './command.ts';

/** An account on its way through the commands of one write. */
export interface AccountHead {
  readonly account: Account;
  readonly seq: number;
  readonly last_hash: string;
}

export function headOf(document: AccountDocument): AccountHead {
  const { _id, balance, bonus, credit, discount, can_overdraft, partner_id, income_percent, closed } = document;
  const account = { _id, balance, bonus, credit, discount, can_overdraft, partner_id, income_percent, closed };
  return { account, seq: document.seq, last_hash: document.last_hash };
}

/** The entry that a change makes of an account, and the account after it. Throws a Fault 400 where money would exceed its limit. */
export function entryOf(
  head: AccountHead,
  command: Command<JsonValue>,
  change: Change<JsonValue>,
  attempt: string,
): { readonly entry: PendingEntry; readonly head: AccountHead } {
  const money = sum(change.lines.map((line) => line.money));
  const bonus = sum(change.lines.map((line) => line.bonus));
  const seq = head.seq + 1;
  const core = {
    seq,
    key: command.key,
    content: contentHash(command.content),
    kind: change.kind,
    date: command.at,
    money,
    bonus,
    balance: limited('balance', head.account.balance + money),
    bonus_balance: limited('bonus', head.account.bonus + bonus),
    lines_text: JSON.stringify(change.lines),
    previous: head.last_hash,
  };
  const hash = entryHash(head.account._id, core);
  const entry: PendingEntry = {
    ...core,
    attempt,
    hash,
    result: JSON.stringify(change.result),
    rows: (change.rows ?? []).map((write) => ({ ...write, row: { ...write.row, seq } })),
    ...(change.partner ? { partner: change.partner } : {}),
    queued_at: new Date(),
  };
  const account = { ...head.account, ...change.terms, balance: core.balance, bonus: core.bonus_balance };
  return { entry, head: { account, seq, last_hash: hash } };
}

/** What a write sets of the account. */
export function headFields({
  account,
  seq,
  last_hash,
}: AccountHead): Omit<Account, '_id'> & StoredTerms & { seq: number; last_hash: string } {
  const { _id, ...fields } = account;
  return { ...fields, seq, last_hash };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function limited(name: string, cents: number): number {
  if (Math.abs(cents) <= MONEY_CENTS_MAX) return cents;
  throw new Fault(400, `The ${name} would exceed ${moneyToNumber(MONEY_CENTS_MAX)}`);
}
