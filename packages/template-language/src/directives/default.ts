import { asTruth } from '../compiler/code.ts';
import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';
import { type Assignment, parseRequiredAssignments } from './set.ts';

/** `DEFAULT name = value`: assigns where the name is false. */
class DefaultStatement implements Statement {
  readonly #assignments: readonly Assignment[];
  readonly #line: number;

  constructor(assignments: readonly Assignment[], line: number) {
    this.#assignments = assignments;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    for (const { target, value } of this.#assignments) {
      const name = writer.local();
      writer.line(`${name} = ${writer.value(value)};`);
      writer.line(`if (!${asTruth(target.emit(writer))}) ${target.emitAssignment(writer, name)};`);
    }
  }
}

export const defaultDirective: Directive = {
  postfix: true,
  parse(context, keyword) {
    return new DefaultStatement(parseRequiredAssignments(context), keyword.tag.line);
  },
};
