import { AddressLimit } from '@countinghouse/service';
import type { RateCounter } from '@countinghouse/store';

/** Self-service orders per client address (decisions.md 16). */
const LIMIT = { windowMs: 10 * 60_000, max: 5 } as const;

/** Counts one order; a Fault 429 where it is one too many. */
export function countOrder(counter: RateCounter, address: string | undefined): Promise<void> {
  return new AddressLimit(counter, 'order', LIMIT).count(address);
}
