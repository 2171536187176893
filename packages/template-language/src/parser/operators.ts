import { Arithmetic } from '../compiler/expressions/arithmetic.ts';
import { Comparison } from '../compiler/expressions/comparison.ts';
import { Concatenation } from '../compiler/expressions/concatenation.ts';
import { Choice, LogicalAnd, LogicalOr, Negation } from '../compiler/expressions/logic.ts';
import type { Expression } from './ast.ts';

/** An operand or an operator of an expression, in the order of the text. */
export type FlatItem = { readonly operand: Expression } | { readonly operator: string };

/** Perl's levels, loosest first (templates.md 3.4). */
const levels: ReadonlyMap<string, number> = new Map([
  ['?', 1],
  ['||', 2],
  ['&&', 3],
  ['==', 4],
  ['!=', 4],
  ['<', 5],
  ['>', 5],
  ['<=', 5],
  ['>=', 5],
  ['+', 6],
  ['-', 6],
  ['_', 6],
  ['*', 7],
  ['/', 7],
  ['%', 7],
]);

/** Groups a flat expression by Perl's precedence. */
export function combine(items: readonly FlatItem[]): Expression {
  return new Combiner(items).expression(1);
}

class Combiner {
  readonly #items: readonly FlatItem[];
  #position = 0;

  constructor(items: readonly FlatItem[]) {
    this.#items = items;
  }

  expression(minimum: number): Expression {
    let left = this.#operand();
    for (;;) {
      const operator = this.#operator();
      const level = operator === undefined ? undefined : levels.get(operator);
      if (operator === undefined || level === undefined || level < minimum) return left;
      this.#position += 1;
      left = operator === '?' ? this.#choice(left) : this.#binary(operator, level, left);
    }
  }

  #operator(): string | undefined {
    const item = this.#items[this.#position];
    return item !== undefined && 'operator' in item ? item.operator : undefined;
  }

  #operand(): Expression {
    const item = this.#items[this.#position];
    if (item === undefined) throw new Error('an expression ends with an operand');
    this.#position += 1;
    if ('operand' in item) return item.operand;
    return new Negation(this.#operand());
  }

  #choice(condition: Expression): Expression {
    const yes = this.expression(1);
    this.#position += 1;
    return new Choice(condition, yes, this.expression(1));
  }

  #binary(operator: string, level: number, left: Expression): Expression {
    if (level === 4 || level === 5) return this.#comparison(operator, level, left);
    const right = this.expression(level + 1);
    if (operator === '||') return new LogicalOr(left, right);
    if (operator === '&&') return new LogicalAnd(left, right);
    if (operator === '_') return new Concatenation(left, right);
    return new Arithmetic(operator, left, right);
  }

  /** `a < b < c` means `a < b && b < c`, as in Perl 5.32 and later. */
  #comparison(operator: string, level: number, left: Expression): Expression {
    const operands = [left, this.expression(level + 1)];
    const operators = [operator];
    for (let next = this.#operator(); next !== undefined && levels.get(next) === level; next = this.#operator()) {
      this.#position += 1;
      operators.push(next);
      operands.push(this.expression(level + 1));
    }
    return new Comparison(operators, operands);
  }
}
