import type { AccountFigures, JsonObject } from '@countinghouse/contracts';
import { type OutboxEntry, outboxEntry } from '@countinghouse/store';
import { moneyToNumber } from '@countinghouse/tariff';
import type { Account } from './account-document.ts';
import type { AccountHead } from './plan-entry.ts';

export interface AccountEvent {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: JsonObject;
}

/** The account as the API shows it. */
export function figuresOf(account: Account): AccountFigures {
  return {
    user_id: account._id,
    balance: moneyToNumber(account.balance),
    bonus: moneyToNumber(account.bonus),
    credit: moneyToNumber(account.credit),
    discount: account.discount,
    can_overdraft: account.can_overdraft,
  };
}

/** The events of one write: those of its commands, and one with the figures where they changed. */
export function accountEvents(
  after: AccountHead,
  before: AccountHead,
  events: readonly AccountEvent[],
): AccountEvent[] {
  const figures = figuresOf(after.account);
  if (JSON.stringify(figures) === JSON.stringify(figuresOf(before.account))) return [...events];
  const changed: AccountEvent = {
    id: `${after.account._id}:${after.seq}:changed`,
    type: 'account.changed',
    at: events.at(-1)?.at ?? new Date(),
    data: { ...figures, seq: after.seq },
  };
  return [...events, changed];
}

export function outboxOf(events: readonly AccountEvent[]): OutboxEntry[] {
  return events.map(({ type, data, at, id }) => outboxEntry(type, data, at, id));
}
