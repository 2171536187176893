import type { Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';
import { parseNamedCall } from '../parser/names.ts';

/** `DEBUG on`: accepted, prints nothing. */
class DebugStatement implements Statement {
  emit(): void {
    // Debugging output is not offered.
  }
}

export const debugDirective: Directive = {
  postfix: true,
  parse(context) {
    parseNamedCall(context);
    return new DebugStatement();
  },
};
