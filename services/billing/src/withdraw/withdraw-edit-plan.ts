import { invalidArgument, type JsonValue, objectNotFound, type PricedService } from '@countinghouse/contracts';
import { moneyToNumber } from '@countinghouse/tariff';
import type { Account, LedgerLine } from '../account/account-document.ts';
import type { Decision, PlanContext } from '../account/command.ts';
import type { RowWrite } from '../account/row-write.ts';
import { bonusRow } from '../bonus/bonus-plan.ts';
import { tariffOf } from '../tariff/tariff.ts';
import { priceOf, type WithdrawDocument } from './withdraw-document.ts';
import { priceWithdraw, type WithdrawTerms } from './withdraw-price.ts';

export interface WithdrawEdit {
  readonly id: number;
  readonly service: PricedService;
  readonly terms: WithdrawTerms;
  readonly at: Date;
  /** The row is the current one of an ACTIVE service: its end follows. */
  readonly movesEnd: boolean;
}

/** Prices a row anew; of a paid one the differences are returned or taken (domain.md 5.2, Q14). Answers the row's id. */
export function planEdit(account: Account, edit: WithdrawEdit, context: PlanContext): Decision<JsonValue> {
  const row = context.rows.get('withdraws', edit.id) as WithdrawDocument | undefined;
  if (!row) throw objectNotFound();
  const edited = editedRow(account, row, edit, context);
  const isPaid = row.withdraw_date !== null;
  const money = isPaid ? row.total - edited.total : 0;
  const bonus = isPaid ? row.bonus - edited.bonus : 0;
  const bonusId = bonus === 0 ? undefined : context.ids.next('bonuses');
  const line: LedgerLine = {
    type: 'edit',
    money,
    bonus,
    withdraw_id: row._id,
    ...(bonusId ? { bonus_id: bonusId } : {}),
  };
  const rows: RowWrite[] = [{ collection: 'withdraws', row: edited, isNew: false }];
  if (bonusId !== undefined) {
    const comment = { withdraw_id: row._id };
    rows.push(bonusRow({ id: bonusId, userId: account._id, amount: bonus, comment, date: edit.at }));
  }
  const lines = money === 0 && bonus === 0 ? [] : [line];
  return { change: { kind: 'withdraw-edited', lines, rows, result: row._id } };
}

/** What is not given stays as the row has it; a discount of 0 is found anew. The payment date never changes. */
function editedRow(
  account: Account,
  row: WithdrawDocument,
  { service, terms, at, movesEnd }: WithdrawEdit,
  { tariff: settings }: PlanContext,
): WithdrawDocument {
  const { cost, months, qnt, bonus, discount } = { ...row, ...terms };
  const wanted = { cost, months, qnt, bonus, discount };
  const tariff = tariffOf(service);
  const { endDate, ...price } = priceWithdraw(account, tariff, wanted, row.withdraw_date ?? at, settings);
  if (price.total < 0) {
    throw invalidArgument('bonus', `an amount of at most the price, ${moneyToNumber(priceOf(price))}`);
  }
  return { ...row, ...price, service_id: tariff.serviceId, ...(movesEnd ? { end_date: endDate } : {}) };
}
