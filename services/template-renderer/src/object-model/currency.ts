import { addConfig, mergeConfigKey } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import { Arguments, hashOf, type Named } from './arguments.ts';
import { configuration, configured } from './configuration.ts';
import { copyForTemplate, roundedNumber, toJsonValue } from './json-value.ts';
import type { Render } from './render.ts';

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** Between which currencies is converted where a call does not say it; the base where undefined. */
interface Pair {
  readonly from?: unknown;
  readonly to?: unknown;
}

/**
 * `currency.convert('USD', 'EUR', 10)`, also by name and as `currency.from('USD').to('EUR').convert(10)`: by the rates of the
 * configuration key `currencies`, what one unit is worth in the currency of `billing.currency`: `{ "USD": 90.5 }` or
 * `{ "USD": { "value": 905, "nominal": 10 } }`. `from('USD', 10)` is worth so much in that currency, `to('USD', 10)` the reverse.
 */
export function currency(render: Render, pair: Pair = {}): object {
  const members: Functions = {
    convert: (...args) => convert(render, pair, new Arguments(args)),
    from: (code, amount) => directed(render, pair, { from: code }, amount),
    to: (code, amount) => directed(render, pair, { to: code }, amount),
    get: async (code) => copyForTemplate((await rates(render))[nameOf(code)]),
    get_value: (code) => rateOf(render, code),
    currencies: async () => Object.keys(await rates(render)).sort(),
    save: (...args) => save(render, new Arguments(args).pairs()),
  };
  return hostObject({
    get: (name) => {
      if (Object.hasOwn(members, name)) return members[name];
      throw new Error(`currency.${name} is not offered`);
    },
  });
}

/** Without a code the one that holds, with an amount what it comes to, else the same with that code. */
function directed(render: Render, pair: Pair, change: Pair, amount: unknown): unknown {
  const [direction, code] = Object.entries(change)[0] ?? [];
  if (code === undefined) return (direction === 'from' ? pair.from : pair.to) ?? baseOf(render);
  const next = { ...pair, ...change };
  return amount === undefined ? currency(render, next) : convert(render, next, new Arguments([amount]));
}

/** The three of them in order, the amount alone, or by name. */
async function convert(render: Render, pair: Pair, { positional, named }: Arguments): Promise<number> {
  const [first, to, third] = positional;
  const given = positional.length === 1 ? { amount: first } : { from: first, to, amount: third };
  const asked = { ...pair, ...defined(given), ...defined(named) } as Pair & { readonly amount?: unknown };
  const money = Number(asked.amount);
  if (!Number.isFinite(money)) throw new Error('currency.convert: expected an amount');
  const rateOrBase = (code: unknown) => (code === undefined ? 1 : rateOf(render, code));
  const [source, target] = await Promise.all([rateOrBase(asked.from), rateOrBase(asked.to)]);
  return roundedNumber((money * source) / target);
}

function defined(given: Named): Named {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** `currency.save( USD = 90.5, EUR = { value = 1000, nominal = 10 } )`: the rates of these from now on, the others stay. */
async function save(render: Render, given: Named): Promise<string> {
  render.requireWrite('currency.save');
  for (const [code, rate] of Object.entries(given)) worthOf(code, rate);
  const body = JSON.stringify(
    toJsonValue(Object.fromEntries(Object.entries(given).map(([code, rate]) => [nameOf(code), rate]))),
  );
  const isThere = hashOf(await configuration(render))?.currencies !== undefined;
  if (isThere) await render.write('currency.save', mergeConfigKey, { key: 'currencies', body });
  else await render.write('currency.save', addConfig, { key: 'currencies', value: JSON.parse(body) });
  return '';
}

async function baseOf(render: Render): Promise<unknown> {
  return (await configured(render, 'billing')).currency;
}

function nameOf(code: unknown): string {
  return typeof code === 'string' ? code.toUpperCase() : '';
}

async function rates(render: Render): Promise<Named> {
  const base = await baseOf(render);
  return { ...(typeof base === 'string' ? { [base]: 1 } : {}), ...(await configured(render, 'currencies')) };
}

async function rateOf(render: Render, code: unknown): Promise<number> {
  return worthOf(nameOf(code), (await rates(render))[nameOf(code)]);
}

function worthOf(code: string, rate: unknown): number {
  const { value, nominal = 1 } = (hashOf(rate) ?? { value: rate }) as { value?: unknown; nominal?: unknown };
  const worth = Number(value) / Number(nominal);
  if (value === undefined || !(worth > 0)) throw new Error(`currency: there is no rate of ${code || 'nothing'}`);
  return worth;
}
