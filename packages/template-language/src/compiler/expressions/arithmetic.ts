import type { CodeWriter, Expression } from '../../parser/ast.ts';
import { asAny, type Code } from '../code.ts';

const functions: ReadonlyMap<string, string> = new Map([
  ['+', 'add'],
  ['-', 'subtract'],
  ['*', 'multiply'],
  ['/', 'divide'],
  ['%', 'modulo'],
]);

export class Arithmetic implements Expression {
  readonly #operator: string;
  readonly #left: Expression;
  readonly #right: Expression;

  constructor(operator: string, left: Expression, right: Expression) {
    this.#operator = operator;
    this.#left = left;
    this.#right = right;
  }

  emit(writer: CodeWriter): Code {
    const name = functions.get(this.#operator);
    if (name === undefined) throw new Error(`no arithmetic operator: ${this.#operator}`);
    const left = asAny(this.#left.emit(writer));
    return { js: `${name}(${left}, ${asAny(this.#right.emit(writer))})`, type: 'number' };
  }
}

/** What `div` makes of a quotient: cut towards zero. */
export class DivisionToInteger implements Expression {
  readonly #quotient: Expression;

  constructor(quotient: Expression) {
    this.#quotient = quotient;
  }

  emit(writer: CodeWriter): Code {
    return { js: `truncate(${asAny(this.#quotient.emit(writer))})`, type: 'number' };
  }
}
