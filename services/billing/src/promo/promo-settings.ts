import { Fault, field, invalidArgument, type JsonObject } from '@countinghouse/contracts';

/** How codes are made; these members of the settings are not kept. */
export interface PromoMaking {
  readonly count: number;
  readonly length: number;
  readonly prefix: string;
}

export interface PromoTerms extends PromoMaking {
  readonly isReusable: boolean;
  /** What is kept: `quantity`, `reusable`, `status` and whatever templates read. */
  readonly settings: JsonObject;
}

export const COUNT_MAX = 1_000;
const LENGTH_MAX = 64;

const members = {
  count: field.integer({ min: 1, max: COUNT_MAX, default: 1 }),
  length: field.integer({ min: 1, max: LENGTH_MAX, default: 10 }),
  prefix: field.text({ max: LENGTH_MAX, default: '' }),
  quantity: field.integer({ min: 0, default: 1 }),
  reusable: field.flag({ default: 0 }),
  status: field.flag({ default: 1 }),
};

/** The settings of a code with their defaults (domain.md 2.13); a wrong member is a Fault 400 naming it. */
export function promoTerms(given: JsonObject): PromoTerms {
  const count = memberOf(given, 'count');
  const length = memberOf(given, 'length');
  const prefix = memberOf(given, 'prefix');
  const kept = {
    quantity: memberOf(given, 'quantity'),
    reusable: memberOf(given, 'reusable'),
    status: memberOf(given, 'status'),
  };
  const { count: _count, length: _length, prefix: _prefix, ...free } = given;
  return { count, length, prefix, isReusable: kept.reusable === 1, settings: { ...free, ...kept } };
}

type Members = typeof members;

function memberOf<Name extends keyof Members>(given: JsonObject, name: Name): NonNullable<Members[Name]['default']> {
  const { default: absent, schema } = members[name];
  const value = given[name];
  if (value === undefined || value === null) return absent as NonNullable<Members[Name]['default']>;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as NonNullable<Members[Name]['default']>;
  throw invalidArgument(`settings.${name}`, parsed.error.issues[0]?.message ?? 'another value');
}

/** Only the code itself and templates are text of the caller; a code stays readable in a path. */
export function checkedCode(code: string): string {
  if (code.trim() === code && /^[^\s/?#%]+$/u.test(code)) return code;
  throw new Fault(400, 'Invalid value of code: expected text without spaces and without / ? # %');
}
