import { createHash, createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { hostObject } from '@countinghouse/template-language';
import { Arguments, hashOf, textOf } from './arguments.ts';
import { FUNCTIONS, fromJson, toJson } from './functions.ts';
import { isWithinRate, type RatedTemplate } from './ip-rate-limit.ts';
import { LIST_METHODS } from './list-methods.ts';
import { parsePeriod, sumPeriod } from './misc-period.ts';
import { timeFunctions } from './misc-time.ts';

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '/': '&#47;',
};

const ENCODINGS: Functions = {
  encode_json: toJson,
  decode_json: fromJson,
  encode_base64: (value) => Buffer.from(textOf(value)).toString('base64'),
  encode_base64url: (value) => Buffer.from(textOf(value)).toString('base64url'),
  decode_base64: (value) => Buffer.from(textOf(value), 'base64').toString(),
  decode_base64url: (value) => Buffer.from(textOf(value), 'base64url').toString(),
  html_escape: (value) => textOf(value).replaceAll(/[&<>"'/]/g, (character) => HTML[character] as string),
  to_query_string: (value) => FUNCTIONS.toQueryString?.(value),
};

function hashes(): Functions {
  const found: Record<string, (...args: unknown[]) => unknown> = {};
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'] as const) {
    found[algorithm] = (value) => createHash(algorithm).update(textOf(value)).digest('base64');
    found[`${algorithm}_hex`] = (value) => createHash(algorithm).update(textOf(value)).digest('hex');
    const hmac = (value: unknown, key: unknown) => createHmac(algorithm, textOf(key)).update(textOf(value));
    found[`hmac_${algorithm}`] = (value, key) => hmac(value, key).digest('base64');
    found[`hmac_${algorithm}_hex`] = (value, key) => hmac(value, key).digest('hex');
    found[`hmac_${algorithm}_base64`] = (value, key) => hmac(value, key).digest('base64');
  }
  return found;
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH_MAX = 256;

/** Letters and digits that cannot be mistaken for each other. */
export function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

const RANDOM: Functions = {
  passgen: (length) => randomText(Math.min(Math.max(1, Number(textOf(length)) || 10), LENGTH_MAX)),
  uuid_gen: () => randomUUID(),
  random_hex: (length) => randomBytes(Math.min(Number(textOf(length)) || 16, LENGTH_MAX)).toString('hex'),
  get_random_value: (...values) => {
    const list = Array.isArray(values[0]) ? values[0] : values;
    return list.length === 0 ? undefined : list[randomInt(list.length)];
  },
};

const NUMBERS: Functions = {
  round: (value, digits) => rounded(Math.round, value, digits),
  round_up: (value, digits) => rounded(Math.ceil, value, digits),
  round_down: (value, digits) => rounded(Math.floor, value, digits),
};

function rounded(how: (value: number) => number, value: unknown, digits: unknown): number {
  const factor = 10 ** Math.min(Math.max(0, Number(textOf(digits)) || 0), 10);
  const scaled = Number((Number(textOf(value)) * factor).toPrecision(15));
  const size = how === Math.round ? Math.sign(scaled) * Math.round(Math.abs(scaled)) : how(scaled);
  return size / factor;
}

/** Is the address one of these addresses and CIDR ranges? */
function isIpAllowed(address: unknown, ...ranges: unknown[]): 0 | 1 {
  const list = new BlockList();
  for (const range of ranges.flat().map(textOf)) addRange(list, range);
  const family = isIP(textOf(address));
  return family !== 0 && list.check(textOf(address), family === 6 ? 'ipv6' : 'ipv4') ? 1 : 0;
}

function addRange(list: BlockList, range: string): void {
  const [network = '', bits] = range.split('/');
  const family = isIP(network);
  const most = family === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (family === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > most) {
    throw new Error(`misc.is_ip_allowed: expected addresses and CIDR ranges, not ${range.slice(0, 64)}`);
  }
  list.addSubnet(network, prefix, family === 6 ? 'ipv6' : 'ipv4');
}

const CHECKS: Functions = {
  is_ip_allowed: isIpAllowed,
  is_email: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(textOf(value)) ? 1 : 0),
  is_host: (value) =>
    /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(textOf(value))
      ? 1
      : 0,
};

const COLLECTIONS: Functions = {
  sort_by_keys: (list, ...keys) => LIST_METHODS.sort_by_key?.(list, ...keys),
  parse_period: parsePeriod,
  sum_period: sumPeriod,
  hash_merge: (...given) => Object.assign(Object.create(null), ...given.map((value) => hashOf(value) ?? {})),
  uniq_by_key: (list, key) => {
    const seen = new Map<string, unknown>();
    for (const item of Array.isArray(list) ? list : []) {
      const value = textOf(hashOf(item)?.[textOf(key)]);
      if (!seen.has(value)) seen.set(value, item);
    }
    return [...seen.values()];
  },
  pluck: (list, key) =>
    (Array.isArray(list) ? list : []).map((item) => hashOf(item)?.[textOf(key)]).filter((value) => value !== undefined),
};

const PURE: Functions = { ...ENCODINGS, ...hashes(), ...RANDOM, ...NUMBERS, ...CHECKS, ...COLLECTIONS };

/** `misc`: the small functions of templates.md 2.3; there is none that reaches files. */
export function misc(rated: RatedTemplate): object {
  const { render } = rated;
  const own: Functions = {
    ...timeFunctions(render),
    get_user_ip: () => render.context.caller.address ?? '',
    ip_rate_limit: (...args) => isWithinRate(rated, new Arguments(args)),
  };
  return hostObject({
    get: (name) => {
      if (Object.hasOwn(own, name)) return own[name];
      if (Object.hasOwn(PURE, name)) return PURE[name];
      throw new Error(`misc.${name} is not offered`);
    },
  });
}
