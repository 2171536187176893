import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import { moneyToNumber } from '@countinghouse/tariff';
import type { Account } from '../account/account-document.ts';
import type { Decision, IdSource } from '../account/command.ts';
import type { RowWrite } from '../account/row-write.ts';
import { storedComment } from '../payment/comment.ts';

export interface BonusTerms {
  readonly kind: 'bonus' | 'partner-bonus';
  /** Cents, not 0. */
  readonly amount: number;
  readonly comment: JsonObject | null;
  readonly date: Date;
}

/** A bonus above 0 publishes `bonus`, one below does not (domain.md 2.12). Answers the id of the row. */
export function planBonus(account: Account, terms: BonusTerms, { ids }: { ids: IdSource }): Decision<JsonValue> {
  const id = ids.next('bonuses');
  const { amount } = terms;
  const data = { user_id: account._id, bonus_id: id, bonus: moneyToNumber(amount) };
  return {
    change: {
      kind: terms.kind,
      lines: [{ type: 'bonus', money: 0, bonus: amount, bonus_id: id }],
      rows: [bonusRow({ id, userId: account._id, amount, comment: terms.comment, date: terms.date })],
      events: amount > 0 ? [{ type: 'bonus', data }] : [],
      result: id,
    },
  };
}

export function bonusRow(bonus: {
  readonly id: number;
  readonly userId: number;
  readonly amount: number;
  readonly comment: JsonObject | null;
  readonly date: Date;
}): RowWrite {
  const { id, userId, amount, comment, date } = bonus;
  const row = { _id: id, user_id: userId, date, bonus: amount, ...storedComment(comment) };
  return { collection: 'bonuses', row, isNew: true };
}
