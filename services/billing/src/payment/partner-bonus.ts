import { Fault, type JsonValue } from '@countinghouse/contracts';
import { moneyToNumber, percentOfMoney } from '@countinghouse/tariff';
import type { Account, PartnerShare, PendingEntry } from '../account/account-document.ts';
import type { Decision, PlanContext } from '../account/command.ts';
import type { CommandEngine } from '../account/command-engine.ts';
import type { CommitStage } from '../account/commit-batch.ts';
import type { Removals } from '../account/removals.ts';
import { planBonus } from '../bonus/bonus-plan.ts';

const DEADLINE_MS = 10_000;

export interface PartnerLog {
  warn(details: object, message: string): void;
}

export interface PartnerBonusesOptions {
  readonly engine: Pick<CommandEngine, 'execute'>;
  readonly removals: Pick<Removals, 'addEntries'>;
  readonly log: PartnerLog;
  /** A place for tests to die at. */
  readonly reached?: ((stage: CommitStage) => void) | undefined;
}

/**
 * Gives partners their share of payments: the second account of a payment, changed by a command of its own after the first. Until
 * then the payment's entry stays pending, so that a crash between the two loses nothing; the key gives it once.
 */
export class PartnerBonuses {
  readonly #options: PartnerBonusesOptions;

  constructor(options: PartnerBonusesOptions) {
    this.#options = options;
  }

  /** A failure is logged: the payment is done, and the sweeper gives the share later. */
  async giveSoon(payerId: number, entry: Pick<PendingEntry, 'seq' | 'date' | 'partner'>): Promise<void> {
    try {
      await this.give(payerId, entry);
    } catch (error) {
      this.#options.log.warn(
        { err: error, userId: payerId, payId: entry.partner?.pay_id },
        'a partner gets his share later',
      );
    }
  }

  async give(payerId: number, entry: Pick<PendingEntry, 'seq' | 'date' | 'partner'>): Promise<void> {
    if (!entry.partner) return;
    await this.#credit(payerId, entry.partner, entry.date);
    this.#options.reached?.('shared');
    this.#options.removals.addEntries(payerId, [entry.seq]);
  }

  async #credit(payerId: number, share: PartnerShare, at: Date): Promise<void> {
    try {
      await this.#options.engine.execute({
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
      this.#options.log.warn(
        { err: error, partnerId: share.partner_id, payId: share.pay_id },
        'a partner gets no share',
      );
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
