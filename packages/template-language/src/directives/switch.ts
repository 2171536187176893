import { asAny, quote } from '../compiler/code.ts';
import type { CodeWriter, Expression, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';

interface Case {
  readonly term: Expression;
  readonly line: number;
  readonly body: readonly Statement[];
}

/** `SWITCH value; CASE term; ... CASE; ... END`: the first case whose text equals that of the value. */
class SwitchStatement implements Statement {
  readonly #value: Expression;
  readonly #cases: readonly Case[];
  readonly #otherwise: readonly Statement[];
  readonly #line: number;

  constructor(value: Expression, cases: readonly Case[], otherwise: readonly Statement[], line: number) {
    this.#value = value;
    this.#cases = cases;
    this.#otherwise = otherwise;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    const value = writer.local();
    const shown = writer.local();
    writer.line(`${value} = ${asAny(this.#value.emit(writer))}; ${shown} = text(${value});`);
    for (const { term, line, body } of this.#cases) {
      writer.at(line);
      const code = term.emit(writer);
      const isText = code.type === 'text' && code.js !== quote('');
      const test = isText ? `${shown} === ${code.js}` : `rt.matchesCase(${value}, ${code.js})`;
      writer.line(`if (${test}) {`);
      writer.block(body);
      writer.line('} else {');
      writer.forgetLine();
    }
    writer.block(this.#otherwise);
    writer.line('}'.repeat(this.#cases.length));
    writer.forgetLine();
  }
}

export const switchDirective: Directive = {
  parse(context, keyword) {
    const { cursor, expressions } = context;
    const value = expressions.parse();
    cursor.expectSymbol(';');
    context.parseStatements();
    const cases: Case[] = [];
    let otherwise: readonly Statement[] = [];
    while (cursor.atKeyword('CASE')) {
      const line = cursor.next().tag.line;
      if (cursor.takeKeyword('DEFAULT') || cursor.atSymbol(';')) {
        cursor.expectSymbol(';');
        otherwise = context.parseStatements();
        break;
      }
      const term = expressions.parseTerm();
      cursor.expectSymbol(';');
      cases.push({ term, line, body: context.parseStatements() });
    }
    cursor.expectKeyword('END');
    return new SwitchStatement(value, cases, otherwise, keyword.tag.line);
  },
};
