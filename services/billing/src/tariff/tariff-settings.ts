import type { Billing } from '@countinghouse/tariff';
import type { Collections } from '../collections.ts';

/** A discount for buying many months at once: months in ten-thousandths (M.DDHH). */
export interface PeriodDiscount {
  readonly months: number;
  readonly percent: number;
}

/** What prices depend on beside the service and the account. */
export interface TariffSettings {
  readonly billing: Billing;
  /** What partners earn of payments where their account says nothing else. */
  readonly incomePercent: number;
  readonly discounts: readonly PeriodDiscount[];
  /** The process's time zone. */
  readonly zone: string;
}

/** The zone that dates of the wire are in (decisions.md 12). */
export function processZone(): string {
  return process.env.TZ || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export async function readTariffSettings(
  collections: Pick<Collections, 'config' | 'discounts'>,
): Promise<TariffSettings> {
  const [config, discounts] = await Promise.all([
    collections.config.findOne({ _id: 'billing' }),
    collections.discounts.find().toArray(),
  ]);
  return {
    billing: config?.type === 'Honest' ? 'Honest' : 'Simpler',
    incomePercent: config?.income_percent ?? 0,
    discounts: discounts.map(({ months, percent }) => ({ months, percent })),
    zone: processZone(),
  };
}

/** For commands that price nothing. */
export const NO_TARIFF: TariffSettings = { billing: 'Simpler', incomePercent: 0, discounts: [], zone: 'UTC' };
