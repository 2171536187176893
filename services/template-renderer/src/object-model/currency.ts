import { hostObject } from '@countinghouse/template-language';
import { hashOf } from './arguments.ts';
import { configuration } from './configuration.ts';
import { copyForTemplate, roundedNumber } from './json-value.ts';
import type { Render } from './render.ts';

/**
 * `currency.convert('USD', 'EUR', 10)`: by the rates of the configuration key `currencies`, what one unit is worth in the currency of
 * `billing.currency`: `{ "USD": 90.5 }` or `{ "USD": { "value": 905, "nominal": 10 } }`.
 */
export function currency(render: Render): object {
  const members: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    convert: async (from, to, amount) => {
      const [source, target] = await Promise.all([rateOf(render, from), rateOf(render, to)]);
      const money = Number(amount);
      if (!Number.isFinite(money)) throw new Error('currency.convert: expected an amount');
      return roundedNumber((money * source) / target);
    },
    get: async (code) => copyForTemplate((await rates(render))[nameOf(code)]),
    get_value: (code) => rateOf(render, code),
    currencies: async () => Object.keys(await rates(render)).sort(),
  };
  return hostObject({
    get: (name) => {
      if (Object.hasOwn(members, name)) return members[name];
      throw new Error(`currency.${name} is not offered`);
    },
  });
}

function nameOf(code: unknown): string {
  return typeof code === 'string' ? code.toUpperCase() : '';
}

async function rates(render: Render): Promise<Readonly<Record<string, unknown>>> {
  const all = hashOf(await configuration(render));
  const base = hashOf(all?.billing)?.currency;
  return { ...(typeof base === 'string' ? { [base]: 1 } : {}), ...hashOf(all?.currencies) };
}

async function rateOf(render: Render, code: unknown): Promise<number> {
  const rate = (await rates(render))[nameOf(code)];
  const { value, nominal = 1 } = (hashOf(rate) ?? { value: rate }) as { value?: unknown; nominal?: unknown };
  const worth = Number(value) / Number(nominal);
  if (value === undefined || !(worth > 0))
    throw new Error(`currency: there is no rate of ${nameOf(code) || 'nothing'}`);
  return worth;
}
