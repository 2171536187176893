import { Fault } from '@countinghouse/contracts';
import { AddressLimit } from '@countinghouse/service';
import type { RateCounter } from '@countinghouse/store';
import type { Arguments } from './arguments.ts';
import type { Render } from './render.ts';

export interface RatedTemplate {
  readonly render: Render;
  readonly rates: RateCounter;
  /** Name of the template, which counts for itself. */
  readonly template: string;
}

const RATE_MAX = 1_000;
const RATE_SECONDS = 60;
const RATE_SECONDS_MAX = 86_400;

/**
 * `misc.ip_rate_limit(5, 60, 'name')`, by name `limit`, `period` and `name`: counts a call of the client's address, and says whether
 * it is among the first five in any 60 seconds. Each template counts for itself. Private addresses are not limited (decisions.md 16).
 */
export async function isWithinRate(
  { render, rates, template }: RatedTemplate,
  { positional, named }: Arguments,
): Promise<0 | 1> {
  render.requireWrite('misc.ip_rate_limit');
  const [limit = named.limit, period = named.period ?? RATE_SECONDS, name = named.name ?? ''] = positional;
  const max = wholeNumber('limit', limit, RATE_MAX);
  const windowMs = wholeNumber('period', period, RATE_SECONDS_MAX) * 1000;
  const counted = `template ${template} ${String(name).slice(0, 64)}`;
  try {
    await new AddressLimit(rates, counted, { windowMs, max }).count(render.context.caller.address);
    return 1;
  } catch (error) {
    if (error instanceof Fault && error.status === 429) return 0;
    throw error;
  }
}

function wholeNumber(name: string, value: unknown, max: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new Error(`misc.ip_rate_limit: expected ${name} from 1 to ${max}`);
}
