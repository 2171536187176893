import type { Tariff } from '../tariff/tariff.ts';
import { endOfPeriod, periodBought } from '../tariff/time-arithmetic.ts';
import { availableBonus, isAffordable, splitPayment } from '../withdraw/affordability.ts';
import { priceOf, type WithdrawDocument } from '../withdraw/withdraw-document.ts';
import type { SettleRun } from './settle-run.ts';

export interface PayConditions {
  readonly tariff: Tariff;
  /** Where the paid period starts. */
  readonly base: Date;
  /** What must be affordable together: the prices of the nodes of a composite, its root included; undefined for the row alone. */
  readonly together: number | undefined;
  /** Buy a shorter period when the whole one is not affordable. */
  readonly partial: boolean;
}

/** Pays a row if it can be paid; answers the paid row, or undefined. A row that is paid already only gets its end (domain.md 2.6). */
export function payRow(run: SettleRun, row: WithdrawDocument, conditions: PayConditions): WithdrawDocument | undefined {
  if (row.withdraw_date !== null) return withEnd(run, row, conditions.base);
  const { tariff, together } = conditions;
  if (isAffordable(run.account, priceOf(row), tariff, together)) return charge(run, row, conditions);
  const shorter = conditions.partial && together === undefined ? shorterRow(run, row, tariff) : undefined;
  return shorter ? charge(run, shorter, conditions) : undefined;
}

function charge(run: SettleRun, row: WithdrawDocument, { tariff, base }: PayConditions): WithdrawDocument {
  const parts = splitPayment(run.account, priceOf(row), tariff);
  const paid = {
    ...row,
    bonus: parts.bonus,
    total: parts.money,
    withdraw_date: run.at,
    end_date: endOfPeriod(run.settings, base, row.months),
  };
  run.put(paid);
  run.move('charge', row._id, -parts.money, -parts.bonus);
  return paid;
}

/** A row that was paid before its period gets its end when the period begins. */
function withEnd(run: SettleRun, row: WithdrawDocument, base: Date): WithdrawDocument {
  if (row.end_date !== null) return row;
  const begun = { ...row, end_date: endOfPeriod(run.settings, base, row.months) };
  run.put(begun);
  return begun;
}

/**
 * The row for as long as balance and bonus last (domain.md 2.8): credit is not used, discount and quantity are ignored. There must
 * be something to pay with, and it must buy some time (Q5).
 */
function shorterRow(run: SettleRun, row: WithdrawDocument, tariff: Tariff): WithdrawDocument | undefined {
  const { balance } = run.account;
  const total = balance + availableBonus(run.account, balance, tariff);
  const months = periodBought(run.settings, total, { cost: row.cost, period: tariff.period }, run.at);
  return total > 0 && months > 0 ? { ...row, total, bonus: 0, months } : undefined;
}
