import type { CodeWriter, Expression } from '../../parser/ast.ts';
import { asText, type Code, textCode } from '../code.ts';

/** `a _ b` */
export class Concatenation implements Expression {
  readonly #left: Expression;
  readonly #right: Expression;

  constructor(left: Expression, right: Expression) {
    this.#left = left;
    this.#right = right;
  }

  emit(writer: CodeWriter): Code {
    return textCode(`rt.bounded(${asText(this.#left.emit(writer))} + ${asText(this.#right.emit(writer))})`);
  }
}
