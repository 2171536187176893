import type { JsonValue, SettleOutcome, SettleStep } from '@countinghouse/contracts';
import { dateTextOf } from '@countinghouse/store';
import { moneyToNumber, unitsToPeriodNumber } from '@countinghouse/tariff';
import type { Account, LedgerLine } from '../account/account-document.ts';
import type { Change, PlanContext } from '../account/command.ts';
import { deletedRow, type RowWrite } from '../account/row-write.ts';
import { bonusRow } from '../bonus/bonus-plan.ts';
import type { TariffSettings } from '../tariff/tariff-settings.ts';
import type { NewWithdraw, WithdrawDocument } from '../withdraw/withdraw-document.ts';

/** What a step answers; what it leaves out is null or 0. */
export type StepOutcome = Pick<SettleOutcome, 'outcome'> &
  Partial<Omit<SettleOutcome, 'user_service_id' | 'do' | 'outcome'>>;

/** The state that the steps of one settlement share: the purse, the rows, and what has happened so far. Lives as long as one plan. */
export class SettleRun {
  readonly at: Date;
  readonly steps: readonly SettleStep[];
  readonly settings: TariffSettings;
  /** The account with what the steps so far took and gave. */
  account: Account;
  readonly outcomes: SettleOutcome[] = [];
  readonly #context: PlanContext;
  readonly #withdraws = new Map<number, WithdrawDocument>();
  readonly #known: ReadonlySet<number>;
  readonly #writes = new Map<string, RowWrite>();
  readonly #lines: LedgerLine[] = [];
  /** The row that an earlier step made for a node, and whether it was made for a renewal or a switch. */
  readonly #made = new Map<number, { readonly id: number; readonly isFresh: boolean }>();

  constructor(account: Account, at: Date, steps: readonly SettleStep[], context: PlanContext) {
    this.account = account;
    this.at = at;
    this.steps = steps;
    this.settings = context.tariff;
    this.#context = context;
    for (const row of context.rows.all('withdraws')) this.#withdraws.set(row._id, row as WithdrawDocument);
    this.#known = new Set(this.#withdraws.keys());
  }

  row(id: number | null): WithdrawDocument | undefined {
    return id === null ? undefined : this.#withdraws.get(id);
  }

  /** The next row of the same user service, in the order of periods. */
  laterRow(row: WithdrawDocument): WithdrawDocument | undefined {
    return [...this.#withdraws.values()]
      .filter((other) => other.user_service_id === row.user_service_id && other._id > row._id)
      .sort((a, b) => a._id - b._id)[0];
  }

  /** The row that an earlier step of this command made for the node. */
  madeRow(userServiceId: number): WithdrawDocument | undefined {
    return this.row(this.#made.get(userServiceId)?.id ?? null);
  }

  /** Was the node's row made for a renewal or a switch of this command? Such rows may be bought in part. */
  isFresh(userServiceId: number): boolean {
    return this.#made.get(userServiceId)?.isFresh ?? false;
  }

  /** Takes an unpaid row into the plan under a new id. */
  make(row: NewWithdraw, isFresh: boolean): WithdrawDocument {
    const id = this.#context.ids.next('withdraws');
    const dates = { create_date: this.at, withdraw_date: null, end_date: null };
    const made = { _id: id, user_id: this.account._id, ...dates, ...row };
    this.put(made);
    this.#made.set(made.user_service_id, { id, isFresh });
    return made;
  }

  /** Marks a row that a switch wrote over as the node's new one. */
  remake(row: WithdrawDocument): void {
    this.put(row);
    this.#made.set(row.user_service_id, { id: row._id, isFresh: true });
  }

  put(row: WithdrawDocument): void {
    this.#withdraws.set(row._id, row);
    this.#write({ collection: 'withdraws', row, isNew: !this.#known.has(row._id) });
  }

  discard(row: WithdrawDocument): void {
    this.#withdraws.delete(row._id);
    this.#write({ collection: 'withdraws', row: deletedRow(row, false), isNew: !this.#known.has(row._id) });
  }

  /** Moves money and bonus of a write-off; a change of bonus is a row of its own. Cents, signed as the account sees them. */
  move(type: LedgerLine['type'], withdrawId: number, money: number, bonus: number): void {
    if (money === 0 && bonus === 0) return;
    const bonusId = bonus === 0 ? undefined : this.#context.ids.next('bonuses');
    if (bonusId !== undefined) {
      const comment = { withdraw_id: withdrawId };
      this.#write(bonusRow({ id: bonusId, userId: this.account._id, amount: bonus, comment, date: this.at }));
    }
    const ids = { withdraw_id: withdrawId, ...(bonusId === undefined ? {} : { bonus_id: bonusId }) };
    this.#lines.push({ type, money, bonus, ...ids });
    this.account = { ...this.account, balance: this.account.balance + money, bonus: this.account.bonus + bonus };
  }

  report(step: SettleStep, outcome: StepOutcome): void {
    const nothing = {
      withdraw_id: null,
      end_date: null,
      months: null,
      service_id: null,
      one_off: false,
      money: 0,
      bonus: 0,
    };
    this.outcomes.push({ user_service_id: step.user_service_id, do: step.do, ...nothing, ...outcome });
  }

  /** Undefined where no step wrote anything. */
  change(): Change<JsonValue> | undefined {
    if (this.#writes.size === 0 && this.#lines.length === 0) return undefined;
    const result = this.outcomes as unknown as JsonValue;
    return { kind: 'settle', lines: this.#lines, rows: [...this.#writes.values()], result };
  }

  #write(write: RowWrite): void {
    this.#writes.set(`${write.collection}:${write.row._id}`, write);
  }
}

/** What an outcome says of a row. */
export function outcomeOfRow(
  row: WithdrawDocument,
): Pick<SettleOutcome, 'withdraw_id' | 'end_date' | 'months' | 'service_id' | 'one_off'> {
  return {
    withdraw_id: row._id,
    end_date: row.withdraw_date !== null && row.end_date !== null ? dateTextOf(row.end_date) : null,
    months: unitsToPeriodNumber(row.months),
    service_id: row.service_id,
    one_off: row.months === 0,
  };
}

/** Money of an outcome, in the main unit. */
export function amounts(money: number, bonus: number): Pick<SettleOutcome, 'money' | 'bonus'> {
  return { money: moneyToNumber(money), bonus: moneyToNumber(bonus) };
}
