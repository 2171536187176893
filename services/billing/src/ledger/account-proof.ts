import type { AccountDocument, Entry, LedgerLine, PendingEntry } from '../account/account-document.ts';
import type { RowDocument } from '../account/row-write.ts';
import { entryHash } from './entry-hash.ts';

/** The rows of an account, hidden ones as they were. */
export interface RowsOfAccount {
  readonly pays: readonly RowDocument[];
  readonly withdraws: readonly RowDocument[];
  readonly bonuses: readonly RowDocument[];
}

/**
 * Proves one account, entry by entry, then row by row: sums, hashes, density of seq, and each payment, write-off and bonus against
 * the lines of the ledger. What is not right is a sentence in `differences`.
 */
export class AccountProof {
  readonly differences: string[] = [];
  #entries = 0;
  #balance = 0;
  #bonus = 0;
  #hash = '';
  readonly #account: AccountDocument;
  readonly #pending: PendingEntry[];
  /** What the ledger says that rows hold, by collection and id; cents. */
  readonly #pays = new Map<number, number>();
  readonly #bonuses = new Map<number, number>();
  readonly #withdraws = new Map<number, { money: number; bonus: number }>();

  constructor(account: AccountDocument) {
    this.#account = account;
    this.#pending = [...account.pending].sort((a, b) => a.seq - b.seq);
  }

  get entries(): number {
    return this.#entries;
  }

  /** The settled entries in the order of seq; what is still pending takes its place between them. */
  addSettled(entry: Entry): void {
    this.#addPending((pending) => pending.seq < entry.seq);
    if (entry.seq <= this.#account.seq) this.#addEntry(entry);
  }

  #addPending(which: (pending: PendingEntry) => boolean): void {
    for (let next = this.#pending[0]; next && which(next); next = this.#pending[0]) {
      this.#pending.shift();
      if (next.seq > this.#entries) this.#addEntry(next);
    }
  }

  #addEntry(entry: Entry): void {
    this.#entries += 1;
    if (entry.seq !== this.#entries) {
      this.#differ(`entry ${this.#entries} is missing, ${entry.seq} follows`);
      this.#entries = entry.seq;
    }
    const lines = JSON.parse(entry.lines_text) as LedgerLine[];
    this.#compare(`money of entry ${entry.seq}`, entry.money, sumOf(lines, 'money'));
    this.#compare(`bonus of entry ${entry.seq}`, entry.bonus, sumOf(lines, 'bonus'));
    this.#balance += entry.money;
    this.#bonus += entry.bonus;
    this.#compare(`balance after entry ${entry.seq}`, entry.balance, this.#balance);
    this.#compare(`bonus after entry ${entry.seq}`, entry.bonus_balance, this.#bonus);
    if (entry.previous !== this.#hash) this.#differ(`entry ${entry.seq} does not follow the hash before it`);
    if (entryHash(this.#account._id, entry) !== entry.hash) this.#differ(`entry ${entry.seq} does not have its hash`);
    this.#hash = entry.hash;
    for (const line of lines) this.#addLine(line);
  }

  /** After the last entry. */
  checkAccount(): void {
    this.#addPending(() => true);
    const { seq, balance, bonus, last_hash } = this.#account;
    if (seq !== this.#entries) this.#differ(`the account has seq ${seq}, the last entry is ${this.#entries}`);
    this.#compare('balance of the account', balance, this.#balance);
    this.#compare('bonus of the account', bonus, this.#bonus);
    if (last_hash !== this.#hash) this.#differ('the account does not have the hash of its last entry');
  }

  /** Every amount of a row is in the ledger, and every amount of the ledger in a row. */
  checkRows(rows: RowsOfAccount): void {
    this.#checkAmounts('payment', this.#pays, rows.pays, (row) => row.money);
    this.#checkAmounts('bonus', this.#bonuses, rows.bonuses, (row) => row.bonus);
    const left = new Map(this.#withdraws);
    for (const row of rows.withdraws) {
      const kept = left.get(row._id) ?? { money: 0, bonus: 0 };
      const isPaid = row.withdraw_date !== null;
      this.#compare(`total of write-off ${row._id}`, isPaid ? row.total : 0, kept.money);
      this.#compare(`bonus of write-off ${row._id}`, isPaid ? row.bonus : 0, kept.bonus);
      left.delete(row._id);
    }
    for (const [id, { money, bonus }] of left) {
      if (money !== 0 || bonus !== 0) this.#differ(`write-off ${id} of the ledger is missing`);
    }
  }

  #checkAmounts(
    name: string,
    ledger: ReadonlyMap<number, number>,
    rows: readonly RowDocument[],
    amountOf: (row: RowDocument) => number,
  ): void {
    const left = new Map(ledger);
    for (const row of rows) {
      if (left.has(row._id)) this.#compare(`${name} ${row._id}`, amountOf(row), left.get(row._id) ?? 0);
      else this.#differ(`${name} ${row._id} is not in the ledger`);
      left.delete(row._id);
    }
    for (const id of left.keys()) this.#differ(`${name} ${id} of the ledger is missing`);
  }

  #addLine({ money, bonus, pay_id, bonus_id, withdraw_id }: LedgerLine): void {
    if (pay_id !== undefined) this.#pays.set(pay_id, money);
    if (bonus_id !== undefined) this.#bonuses.set(bonus_id, bonus);
    if (withdraw_id === undefined) return;
    const before = this.#withdraws.get(withdraw_id) ?? { money: 0, bonus: 0 };
    this.#withdraws.set(withdraw_id, { money: before.money - money, bonus: before.bonus - bonus });
  }

  #compare(what: string, found: number, expected: number): void {
    if (found !== expected) this.#differ(`${what} is ${found} cents, not ${expected}`);
  }

  #differ(sentence: string): void {
    this.differences.push(`account ${this.#account._id}: ${sentence}`);
  }
}

/** The rows after what is committed and not settled. */
export function settledRows(rows: RowsOfAccount, pending: readonly PendingEntry[]): RowsOfAccount {
  const names = ['pays', 'withdraws', 'bonuses'] as const;
  const settled = names.map((name) => {
    const byId = new Map(rows[name].map((row) => [row._id, row]));
    for (const entry of pending) {
      for (const { collection, row } of entry.rows) {
        const isNewer = (byId.get(row._id)?.seq ?? 0) < (row.seq ?? 0);
        if (collection === name && isNewer) byId.set(row._id, row);
      }
    }
    return [...byId.values()].flatMap((row) =>
      row.tombstone ? (row.hidden ? [row.hidden as RowDocument] : []) : [row],
    );
  });
  return { pays: settled[0] ?? [], withdraws: settled[1] ?? [], bonuses: settled[2] ?? [] };
}

function sumOf(lines: readonly LedgerLine[], name: 'money' | 'bonus'): number {
  return lines.reduce((sum, line) => sum + line[name], 0);
}
