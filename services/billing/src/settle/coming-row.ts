import type { Tariff } from '../tariff/tariff.ts';
import { tariffOf } from '../tariff/tariff.ts';
import { type NewWithdraw, priceOf, type WithdrawDocument } from '../withdraw/withdraw-document.ts';
import { priceWithdraw } from '../withdraw/withdraw-price.ts';
import type { SettleRun } from './settle-run.ts';
import type { StepOf } from './step-of.ts';

/** What a renewal comes to: a row that is there, one to be made, or none. */
export type ComingRow =
  | { readonly kind: 'none' | 'remove' }
  | { readonly kind: 'stored'; readonly row: WithdrawDocument; readonly tariff: Tariff }
  | { readonly kind: 'new'; readonly row: NewWithdraw; readonly tariff: Tariff };

/**
 * The row of the coming period (domain.md 2.7, 3.3): an unpaid current row itself; after a paid one what `next` says, else a
 * prepared later row, else a new one that inherits cost, discount and quantity. A one-off is never renewed (Q19).
 */
export function comingRow(run: SettleRun, step: StepOf<'renew'>): ComingRow {
  const current = run.row(step.withdraw_id);
  const tariff = tariffOf(step.service);
  if (!current) return { kind: 'none' };
  if (current.withdraw_date === null) return { kind: 'stored', row: current, tariff };
  if (step.next === 'remove') return { kind: 'remove' };
  if (step.next !== null) {
    const next = tariffOf(step.next);
    return { kind: 'new', row: rowOfTariff(run, current, next), tariff: next };
  }
  if (tariff.period === 0) return { kind: 'remove' };
  const later = run.laterRow(current);
  return later
    ? { kind: 'stored', row: later, tariff }
    : { kind: 'new', row: inheritedRow(run, current, tariff), tariff };
}

/** A row at the catalogue's price with the present discounts; only the quantity is the service's own. */
export function rowOfTariff(
  run: SettleRun,
  current: Pick<WithdrawDocument, 'qnt' | 'user_service_id'>,
  tariff: Tariff,
): NewWithdraw {
  const { endDate, ...price } = priceWithdraw(run.account, tariff, { qnt: current.qnt }, run.at, run.settings);
  return { ...price, service_id: tariff.serviceId, user_service_id: current.user_service_id };
}

function inheritedRow(run: SettleRun, current: WithdrawDocument, tariff: Tariff): NewWithdraw {
  const { cost, discount, qnt, user_service_id } = current;
  const { endDate, ...price } = priceWithdraw(run.account, tariff, { cost, discount, qnt }, run.at, run.settings);
  return { ...price, service_id: tariff.serviceId, user_service_id };
}

/** What the coming period of a node costs, as far as this command says; 0 where it is paid or not billed. */
export function comingPrice(run: SettleRun, userServiceId: number): number {
  for (const step of run.steps) {
    if (step.user_service_id !== userServiceId) continue;
    if (step.do === 'pay') return unpaidPrice(run.row(step.withdraw_id) ?? run.madeRow(userServiceId));
    if (step.do === 'renew') {
      const coming = comingRow(run, step);
      return 'row' in coming ? unpaidPrice(coming.row) : 0;
    }
  }
  return 0;
}

function unpaidPrice(row: NewWithdraw | WithdrawDocument | undefined): number {
  const isPaid = row !== undefined && 'withdraw_date' in row && row.withdraw_date !== null;
  return row === undefined || isPaid ? 0 : priceOf(row);
}
