import type { PricedService, SettleOutcome, SettleStep } from '@countinghouse/contracts';
import { dateTextOf, instantOf } from '@countinghouse/store';
import { moneyToNumber, parseMoney, unitsToPeriod } from '@countinghouse/tariff';
import type { Account } from '../account/account-document.ts';
import { newAccount } from '../account/account-open.ts';
import { headOf } from '../account/plan-entry.ts';
import type { RowCollection, RowDocument } from '../account/row-write.ts';
import { RowsView } from '../account/rows-view.ts';
import type { TariffSettings } from '../tariff/tariff-settings.ts';
import type { WithdrawDocument } from '../withdraw/withdraw-document.ts';
import { planSettle } from './settle-plan.ts';

/** The discounts of the fact file's test data (domain.md 1.7). */
export const DISCOUNTS = [
  [1, 0],
  [3, 10],
  [6, 15],
  [12, 20],
  [24, 30],
  [36, 40],
].map(([months = 0, percent = 0]) => ({ months: months * 10_000, percent }));

/** A catalogue service; a price of 100 for one month unless told otherwise. */
export function service(terms: Partial<PricedService> = {}): PricedService {
  return {
    service_id: 1,
    cost: 100,
    period: 1,
    no_discount: 0,
    pay_in_credit: 0,
    is_composite: 0,
    limit_bonus_percent: null,
    allow_partial_period: 0,
    no_money_back: 0,
    allow_return_full_wd: 0,
    ...terms,
  };
}

interface Purse {
  readonly balance?: number;
  readonly bonus?: number;
  readonly credit?: number;
  readonly discount?: number;
  readonly can_overdraft?: number;
}

interface PayTerms {
  readonly base?: string | null;
  readonly requires?: number | null;
  readonly composite?: number[];
  readonly partial?: boolean;
}

/** A withdraw row as the API shows it, its dates as text. */
export interface ShownWithdraw {
  readonly withdraw_id: number;
  readonly total: number;
  readonly bonus: number;
  readonly cost: number;
  readonly discount: number;
  readonly months: string;
  readonly qnt: number;
  readonly withdraw_date: string | null;
  readonly end_date: string | null;
}

/** One account's settlements in memory, told in the words of the fact file: what happens when, and what is there afterwards. */
export class Story {
  now: string;
  #account: Account;
  readonly #settings: TariffSettings;
  readonly #rows: Record<RowCollection, Map<number, RowDocument>> = {
    pays: new Map(),
    withdraws: new Map(),
    bonuses: new Map(),
  };
  #lastId = 0;

  constructor(billing: TariffSettings['billing'], now: string, purse: Purse = {}, zone?: string) {
    this.now = now;
    this.#settings = { billing, incomePercent: 0, discounts: DISCOUNTS, zone: zone ?? process.env.TZ ?? 'UTC' };
    this.#account = headOf(newAccount(1)).account;
    this.set(purse);
  }

  set({ balance, bonus, credit, ...rest }: Purse): void {
    const cents = { balance, bonus, credit };
    const given = Object.entries(cents).filter(([, value]) => value !== undefined);
    this.#account = {
      ...this.#account,
      ...rest,
      ...Object.fromEntries(given.map(([name, value]) => [name, parseMoney(value)])),
    };
  }

  get balance(): number {
    return moneyToNumber(this.#account.balance);
  }

  get bonus(): number {
    return moneyToNumber(this.#account.bonus);
  }

  get bonusRows(): number[] {
    return [...this.#rows.bonuses.values()].map((row) => moneyToNumber(row.bonus));
  }

  withdraw(id: number): ShownWithdraw | undefined {
    const row = this.#rows.withdraws.get(id) as WithdrawDocument | undefined;
    if (!row || row.tombstone) return undefined;
    return {
      withdraw_id: row._id,
      total: moneyToNumber(row.total),
      bonus: moneyToNumber(row.bonus),
      cost: moneyToNumber(row.cost),
      discount: row.discount,
      months: unitsToPeriod(row.months),
      qnt: row.qnt,
      withdraw_date: row.withdraw_date && dateTextOf(row.withdraw_date),
      end_date: row.end_date && dateTextOf(row.end_date),
    };
  }

  /** Runs steps as one settlement and answers their outcomes. */
  settle(...steps: SettleStep[]): SettleOutcome[] {
    const rows = new RowsView();
    for (const [name, known] of Object.entries(this.#rows)) {
      for (const row of known.values()) rows.add(name as RowCollection, row);
    }
    const ids = { next: () => this.#nextId() };
    const decision = planSettle(this.#account, instantOf(this.now), steps, { rows, ids, tariff: this.#settings });
    if ('unchanged' in decision) return decision.unchanged as unknown as SettleOutcome[];
    const { lines, rows: writes = [], result } = decision.change;
    for (const { collection, row } of writes) this.#rows[collection].set(row._id, row);
    const sum = (name: 'money' | 'bonus') => lines.reduce((total, line) => total + line[name], 0);
    this.#account = {
      ...this.#account,
      balance: this.#account.balance + sum('money'),
      bonus: this.#account.bonus + sum('bonus'),
    };
    return result as unknown as SettleOutcome[];
  }

  /** Orders one service for user service 1 and tries to pay it; answers the outcome of paying. */
  order(ordered: PricedService, terms: object = {}, payTerms: PayTerms = {}): SettleOutcome {
    const outcomes = this.settle(prepare(1, ordered, terms), pay(1, ordered, payTerms));
    return outcomes.at(-1) as SettleOutcome;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

export function prepare(node: number, of: PricedService, terms: object = {}): SettleStep {
  return { do: 'prepare', user_service_id: node, service: of, ...terms };
}

const paying = { base: null, requires: null, composite: [], partial: false };

export function pay(node: number, of: PricedService, terms: PayTerms & { withdraw_id?: number } = {}): SettleStep {
  return { do: 'pay', user_service_id: node, service: of, withdraw_id: null, ...paying, ...terms };
}

export function renew(
  node: number,
  of: PricedService,
  terms: PayTerms & { withdraw_id: number; next?: 'remove' | PricedService | null },
): SettleStep {
  return { do: 'renew', user_service_id: node, service: of, next: null, ...paying, ...terms };
}

export function refund(node: number, of: PricedService, withdraw_id: number, moment: string): SettleStep {
  return { do: 'refund', user_service_id: node, service: of, withdraw_id, moment };
}
