import { asTruth } from '../compiler/code.ts';
import type { CodeWriter, Expression, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';

/** `WHILE condition; ... END`, at most as many rounds as the limits allow. */
export class WhileStatement implements Statement {
  readonly #condition: Expression;
  readonly #body: readonly Statement[];
  readonly #line: number;

  constructor(condition: Expression, body: readonly Statement[], line: number) {
    this.#condition = condition;
    this.#body = body;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    const rounds = writer.local();
    writer.line(`${rounds} = 0;`);
    writer.forgetLine();
    writer.loop((label) => {
      writer.line(`${label}: for (;;) {`);
      writer.at(this.#line);
      writer.line(`if (!${asTruth(this.#condition.emit(writer))}) break;`);
      writer.line(`if ((${rounds} += 1) > rt.whileRoundsMax) throw rt.tooManyRounds();`);
      writer.block(this.#body, 1);
      writer.line('}');
      writer.forgetLine();
    });
  }
}

export const whileDirective: Directive = {
  parse(context, keyword) {
    const condition = context.expressions.parse();
    return new WhileStatement(condition, context.parseBody(), keyword.tag.line);
  },
};
