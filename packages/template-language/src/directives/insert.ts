import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';
import type { NamedCall } from '../parser/names.ts';
import { emitNames, parseTemplateCall } from './include.ts';

/** `INSERT name`: prints the text of a template without rendering it. */
class InsertStatement implements Statement {
  readonly #call: NamedCall;
  readonly #line: number;

  constructor(call: NamedCall, line: number) {
    this.#call = call;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    writer.print(writer.runs('insert', emitNames(writer, this.#call)));
  }
}

export const insertDirective: Directive = {
  postfix: true,
  parse: (context, keyword) => new InsertStatement(parseTemplateCall(context), keyword.tag.line),
};
