import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import { invalidArgument } from '@countinghouse/contracts';

export type Comparison = '>' | '>=' | '<' | '<=';

export const COMPARISONS: Readonly<Record<Comparison, '$gt' | '$gte' | '$lt' | '$lte'>> = {
  '>': '$gt',
  '>=': '$gte',
  '<': '$lt',
  '<=': '$lte',
};

const OPERATORS = ['=', '!=', '-in', '-not_in', '-between', '-like', '-not_like', '>', '>=', '<', '<='] as const;
export type Operator = (typeof OPERATORS)[number];
const KNOWN: ReadonlySet<string> = new Set(OPERATORS);

export function isOperator(name: string): name is Operator {
  return KNOWN.has(name);
}

/** Looks like an operator, known or not: no name of a member begins so. */
export function isOperatorLike(name: string): boolean {
  return isOperator(name) || /^[-<>=!]/.test(name);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The operators of `{">": 1, "<": 5}`; an unknown one is refused by name. */
export function operatorsOf(name: string, value: JsonObject): readonly (readonly [Operator, JsonValue])[] {
  const entries = Object.entries(value);
  if (entries.length === 0) throw invalidArgument('filter', `an operator and a value at ${shown(name)}`);
  return entries.map(([operator, operand]) => {
    if (!isOperator(operator)) {
      throw invalidArgument(
        'filter',
        `an operator of ${OPERATORS.join(' ')} at ${shown(name)}, not ${shown(operator)}`,
      );
    }
    return [operator, operand] as const;
  });
}

export function listOperand(name: string, operator: Operator, value: JsonValue): readonly JsonValue[] {
  if (!Array.isArray(value)) throw invalidArgument('filter', `a list for ${operator} of ${shown(name)}`);
  return value;
}

export function pairOperand(name: string, value: JsonValue): readonly [JsonValue, JsonValue] {
  const [from, to, ...more] = listOperand(name, '-between', value);
  if (from === undefined || to === undefined || more.length > 0) {
    throw invalidArgument('filter', `two values for -between of ${shown(name)}`);
  }
  return [from, to];
}

export type Scalar = string | number | boolean;

export function scalarOperand(name: string, operator: Operator, value: JsonValue): Scalar {
  if (typeof value === 'object')
    throw invalidArgument('filter', `a text or a number for ${operator} of ${shown(name)}`);
  return value;
}

export function shown(name: string): string {
  return name.slice(0, 64);
}
