import type { JsonValue } from '@countinghouse/contracts';
import { invalidArgument } from '@countinghouse/contracts';
import { allOf, anyOf, type Condition, isNotNull, isNull, notMatching } from './condition.ts';
import type { FilterLimits } from './limits.ts';
import {
  COMPARISONS,
  type Comparison,
  isObject,
  listOperand,
  type Operator,
  operatorsOf,
  pairOperand,
  type Scalar,
  scalarOperand,
  shown,
} from './operators.ts';

/** How one kind of field compares; `path` is where it is stored. */
export interface FieldComparer {
  readonly path: string;
  /** A bare value: LIKE for text and dates, equality for numbers. */
  matches(value: Scalar): Condition;
  /** `=`, `!=`, `-in` and lists: never a pattern. */
  equals(values: readonly Scalar[]): Condition;
  compare(comparison: Comparison, value: Scalar): Condition;
  like(pattern: string): Condition;
}

/** The condition of one member of a filter on one field (peer-http-api.md 2, filter semantics). */
export function compileField(name: string, value: JsonValue, comparer: FieldComparer, limits: FilterLimits): Condition {
  const { path } = comparer;
  if (value === null) return isNull(path);
  if (Array.isArray(value)) return compileList(name, value, comparer, limits);
  if (!isObject(value)) {
    limits.value();
    return comparer.matches(value as Scalar);
  }
  return allOf(
    operatorsOf(name, value).map(([operator, operand]) => compileOperator(name, operator, operand, comparer, limits)),
  );
}

/** Any of: scalars by equality, null, objects by their operators. */
function compileList(
  name: string,
  values: readonly JsonValue[],
  comparer: FieldComparer,
  limits: FilterLimits,
): Condition {
  const scalars: Scalar[] = [];
  const others: Condition[] = [];
  for (const value of values) {
    limits.value();
    if (value === null) others.push(isNull(comparer.path));
    else if (Array.isArray(value)) throw invalidArgument('filter', `a flat list at ${shown(name)}`);
    else if (isObject(value)) others.push(compileField(name, value, comparer, limits));
    else scalars.push(value as Scalar);
  }
  return anyOf(scalars.length > 0 ? [comparer.equals(scalars), ...others] : others);
}

function compileOperator(
  name: string,
  operator: Operator,
  operand: JsonValue,
  comparer: FieldComparer,
  limits: FilterLimits,
): Condition {
  const { path } = comparer;
  const scalar = () => {
    limits.value();
    return scalarOperand(name, operator, operand);
  };
  switch (operator) {
    case '=':
      return operand === null ? isNull(path) : comparer.equals([scalar()]);
    case '!=':
      if (operand === null) return isNotNull(path);
      if (Array.isArray(operand)) return notMatching(path, compileList(name, operand, comparer, limits));
      return notMatching(path, comparer.equals([scalar()]));
    case '-in':
      return compileList(name, listOperand(name, operator, operand), comparer, limits);
    case '-not_in':
      return notMatching(path, compileList(name, listOperand(name, operator, operand), comparer, limits));
    case '-between': {
      const [from, to] = pairOperand(name, operand).map((bound) => scalarOperand(name, operator, bound)) as [
        Scalar,
        Scalar,
      ];
      return allOf([comparer.compare('>=', from), comparer.compare('<=', to)]);
    }
    case '-like':
      return comparer.like(String(scalar()));
    case '-not_like':
      return notMatching(path, comparer.like(String(scalar())));
    default:
      return comparer.compare(operator, scalar());
  }
}

/** `{path: {$gt: value}}`. */
export function comparison(path: string, operator: Comparison, value: unknown): Condition {
  return { [path]: { [COMPARISONS[operator]]: value } };
}
