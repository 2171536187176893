import { Fault, type JsonValue } from '@countinghouse/contracts';
import { moneyToNumber, percentOfMoney } from '@countinghouse/tariff';
import type { Account, PartnerShare, PendingEntry } from '../account/account-document.ts';
import type { Decision, PlanContext } from '../account/command.ts';
import type { CommandEngine } from '../account/command-engine.ts';
import { pullEntries } from '../account/settle-entries.ts';
import { planBonus } from '../bonus/bonus-plan.ts';
import type { Collections } from '../collections.ts';

const DEADLINE_MS = 10_000;

export interface PartnerLog {
  warn(details: object, message: string): void;
}

/**
 * Gives partners their share of payments: the second account of a payment, changed by a command of its own after the first. Until
 * then the payment's entry stays pending, so that a crash between the two loses nothing; the key gives it once.
 */
export class PartnerBonuses {
  readonly #engine: Pick<CommandEngine, 'execute'>;
  readonly #collections: Collections;
  readonly #log: PartnerLog;

  constructor(engine: Pick<CommandEngine, 'execute'>, collections: Collections, log: PartnerLog) {
    this.#engine = engine;
    this.#collections = collections;
    this.#log = log;
  }

  /** A failure is logged: the payment is done, and the sweeper gives the share later. */
  async giveSoon(payerId: number, entry: Pick<PendingEntry, 'seq' | 'date' | 'partner'>): Promise<void> {
    try {
      await this.give(payerId, entry);
    } catch (error) {
      this.#log.warn({ err: error, userId: payerId, payId: entry.partner?.pay_id }, 'a partner gets his share later');
    }
  }

  async give(payerId: number, entry: Pick<PendingEntry, 'seq' | 'date' | 'partner'>): Promise<void> {
    if (!entry.partner) return;
    await this.#credit(payerId, entry.partner, entry.date);
    await pullEntries(this.#collections, [{ userId: payerId, entries: [entry as PendingEntry] }]);
  }

  async #credit(payerId: number, share: PartnerShare, at: Date): Promise<void> {
    try {
      await this.#engine.execute({
        userId: share.partner_id,
        key: `partner:${share.pay_id}`,
        content: { payer: payerId, money: share.money },
        at,
        deadlineAt: Date.now() + DEADLINE_MS,
        needs: { tariff: true, ids: { bonuses: 1 } },
        plan: (partner, context) => planPartnerBonus(partner, { payerId, money: share.money, at }, context),
      });
    } catch (error) {
      if (!(error instanceof Fault) || error.status >= 500) throw error;
      this.#log.warn({ err: error, partnerId: share.partner_id, payId: share.pay_id }, 'a partner gets no share');
    }
  }
}

/** percent of the partner's account, else the configured one (domain.md 2.12); one level only. */
export function planPartnerBonus(
  partner: Account,
  share: { readonly payerId: number; readonly money: number; readonly at: Date },
  context: Pick<PlanContext, 'ids' | 'tariff'>,
): Decision<JsonValue> {
  const percent = partner.income_percent ?? context.tariff.incomePercent;
  const amount = percentOfMoney(share.money, percent);
  if (amount <= 0) return { unchanged: null };
  const comment = { from_user_id: share.payerId, payment: moneyToNumber(share.money), percent };
  return planBonus(partner, { kind: 'partner-bonus', amount, comment, date: share.at }, context);
}
