import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';

/** `STOP`: ends everything, keeping the output. */
class StopStatement implements Statement {
  emit(writer: CodeWriter): void {
    writer.line(`throw rt.stopping(${writer.thrownOutput()});`);
  }
}

export const stopDirective: Directive = { postfix: true, parse: () => new StopStatement() };
