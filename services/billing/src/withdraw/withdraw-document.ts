import type { RowDocument } from '../account/row-write.ts';

/** What a new write-off is made of: amounts in cents, months in ten-thousandths (M.DDHH). */
export interface NewWithdraw {
  readonly cost: number;
  readonly discount: number;
  readonly bonus: number;
  readonly months: number;
  readonly total: number;
  readonly service_id: number;
  readonly qnt: number;
  readonly user_service_id: number;
}

/** A stored write-off (domain.md 1.5). */
export interface WithdrawDocument extends NewWithdraw, RowDocument {
  readonly user_id: number;
  readonly create_date: Date;
  /** When it was paid; null is unpaid. */
  readonly withdraw_date: Date | null;
  readonly end_date: Date | null;
}

/** The price of a row: of an unpaid one, whatever will pay it. */
export function priceOf(row: Pick<WithdrawDocument, 'total' | 'bonus'>): number {
  return row.total + row.bonus;
}
