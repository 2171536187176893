import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';

/** `CLEAR`: drops what the current block has printed so far. */
class ClearStatement implements Statement {
  emit(writer: CodeWriter): void {
    writer.line(`${writer.out} = '';`);
  }
}

export const clearDirective: Directive = { postfix: true, parse: () => new ClearStatement() };
