import type { Context } from '@countinghouse/service';
import type { Store } from '@countinghouse/store';
import type { Command } from './account/command.ts';
import type { CommandEngine } from './account/command-engine.ts';
import type { Removals } from './account/removals.ts';
import type { Collections } from './collections.ts';
import type { PartnerBonuses } from './payment/partner-bonus.ts';
import type { PromoUses } from './promo/promo-uses.ts';
import type { Promos } from './promo/promos.ts';

/** What the handlers of billing work with. */
export interface BillingContext {
  readonly store: Store;
  readonly collections: Collections;
  readonly engine: Pick<CommandEngine, 'execute'>;
  readonly removals: Removals;
  readonly partners: PartnerBonuses;
  readonly promos: Promos;
  readonly promoUses: PromoUses;
}

/** What a command takes from its request. */
export function causeOf(context: Context): Pick<Command, 'at' | 'deadlineAt'> {
  return { at: context.now, deadlineAt: context.deadlineAt };
}
