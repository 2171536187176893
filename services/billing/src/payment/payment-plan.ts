import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import { moneyToNumber } from '@countinghouse/tariff';
import type { Account, PartnerShare } from '../account/account-document.ts';
import type { Decision, PlanContext } from '../account/command.ts';
import { storedComment } from './comment.ts';

export interface PaymentTerms {
  readonly moneyCents: number;
  readonly paySystemId: string | null;
  readonly comment: JsonObject | null;
  readonly uniqKey: string | null;
  readonly date: Date;
}

/** A payment of any sign; one above 0 owes the payer's partner a share (domain.md 2.12). Answers the id of the row. */
export function planPayment(
  account: Account,
  terms: PaymentTerms,
  { ids }: Pick<PlanContext, 'ids'>,
): Decision<JsonValue> {
  const id = ids.next('pays');
  const row = {
    _id: id,
    user_id: account._id,
    pay_system_id: terms.paySystemId,
    money: terms.moneyCents,
    date: terms.date,
    ...storedComment(terms.comment),
    uniq_key: terms.uniqKey,
  };
  const partner = shareOf(account, id, terms.moneyCents);
  return {
    change: {
      kind: 'payment',
      lines: [{ type: 'payment', money: terms.moneyCents, bonus: 0, pay_id: id }],
      rows: [{ collection: 'pays', row, isNew: true }],
      events: [{ type: 'payment', data: { user_id: account._id, pay_id: id, money: moneyToNumber(terms.moneyCents) } }],
      ...(partner ? { partner } : {}),
      result: id,
    },
  };
}

function shareOf(account: Account, payId: number, money: number): PartnerShare | undefined {
  const { partner_id } = account;
  if (money <= 0 || partner_id === null || partner_id === account._id) return undefined;
  return { partner_id, pay_id: payId, money };
}
