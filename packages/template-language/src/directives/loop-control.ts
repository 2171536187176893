import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';
import { emitReturn } from './return.ts';

/** `LAST` and `NEXT` of the innermost loop. Outside any loop they end the template or block. */
class LoopControl implements Statement {
  readonly #js: 'break' | 'continue';

  constructor(js: 'break' | 'continue') {
    this.#js = js;
  }

  emit(writer: CodeWriter): void {
    const label = writer.innermostLoop;
    if (label === undefined) emitReturn(writer);
    else writer.line(`${this.#js} ${label};`);
  }
}

export const lastDirective: Directive = { postfix: true, parse: () => new LoopControl('break') };
export const nextDirective: Directive = { postfix: true, parse: () => new LoopControl('continue') };
