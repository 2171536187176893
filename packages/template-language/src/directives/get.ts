import { asText } from '../compiler/code.ts';
import { StringLiteral } from '../compiler/expressions/literals.ts';
import type { CodeWriter, Expression, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';

/** An expression, or `GET expression`: prints the value. */
export class PrintStatement implements Statement {
  readonly expression: Expression;
  readonly isFree: boolean;
  readonly #line: number;

  constructor(expression: Expression, line: number) {
    this.expression = expression;
    this.isFree = expression instanceof StringLiteral;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    writer.print(asText(this.expression.emit(writer)));
  }
}

export const getDirective: Directive = {
  postfix: true,
  parse: (context, keyword) => new PrintStatement(context.expressions.parse(), keyword.tag.line),
};
