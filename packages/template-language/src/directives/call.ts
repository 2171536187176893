import { asAny } from '../compiler/code.ts';
import type { CodeWriter, Expression, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';

/** `CALL expression`: evaluates and prints nothing. */
class CallStatement implements Statement {
  readonly #expression: Expression;
  readonly #line: number;

  constructor(expression: Expression, line: number) {
    this.#expression = expression;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    writer.line(`${asAny(this.#expression.emit(writer))};`);
  }
}

export const callDirective: Directive = {
  postfix: true,
  parse: (context, keyword) => new CallStatement(context.expressions.parse(), keyword.tag.line),
};
