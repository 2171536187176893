import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';

/** Leaves the template or block, keeping its output. A macro takes the template or block that called it along. */
export function emitReturn(writer: CodeWriter): void {
  if (writer.kind === 'macro' || writer.isInOpenBlock) writer.line(`throw rt.returning(${writer.thrownOutput()});`);
  else writer.line(`return ${writer.keptOutput()};`);
}

class ReturnStatement implements Statement {
  emit(writer: CodeWriter): void {
    emitReturn(writer);
  }
}

export const returnDirective: Directive = { postfix: true, parse: () => new ReturnStatement() };
