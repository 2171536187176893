import { quote } from '../compiler/code.ts';
import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive, DirectiveContext } from '../parser/directive.ts';
import { parseFilename } from '../parser/names.ts';

interface Handler {
  /** Without a type the handler takes every error. */
  readonly type?: string;
  readonly body: readonly Statement[];
}

/** `TRY; ... CATCH type; ... FINAL; ... END`: what was printed before the error stays. */
class TryStatement implements Statement {
  readonly #body: readonly Statement[];
  readonly #handlers: readonly Handler[];
  readonly #final: readonly Statement[];

  constructor(body: readonly Statement[], handlers: readonly Handler[], final: readonly Statement[]) {
    this.#body = body;
    this.#handlers = handlers;
    this.#final = final;
  }

  emit(writer: CodeWriter): void {
    const uncaught = writer.local();
    const mark = writer.local();
    writer.line(`${uncaught} = undefined; ${mark} = rt.mark(${writer.scope});`);
    const buffer = writer.capture(true, (name) => {
      writer.line('try {');
      writer.block(this.#body);
      writer.line('} catch (e) {');
      writer.line(`${uncaught} = rt.caught(e, ${writer.thisUnit}, n, ${mark}, ${name});`);
      writer.line(`${name} += rt.takeKept();`);
      writer.line('}');
      writer.forgetLine();
    });
    writer.captureMore(buffer, () => {
      this.#emitHandlers(writer, uncaught);
      writer.block(this.#final);
      writer.line(`if (${uncaught} !== undefined) throw rt.thrown(${uncaught}, ${buffer});`);
    });
    writer.print(buffer);
    writer.line(`${buffer} = '';`);
  }

  #emitHandlers(writer: CodeWriter, uncaught: string): void {
    const types = this.#handlers.map(({ type }) => (type === undefined ? 'undefined' : quote(type)));
    if (types.length === 0) return;
    writer.line(`if (${uncaught} !== undefined) {`);
    writer.line(`switch (handlerIndex(${uncaught}, [${types.join(', ')}])) {`);
    this.#handlers.forEach(({ body }, index) => {
      writer.line(`case ${index}: {`);
      writer.line(`rt.showError(${writer.scope}, ${uncaught}); ${uncaught} = undefined;`);
      writer.block(body);
      writer.line('break; }');
      writer.forgetLine();
    });
    writer.line('}');
    writer.line('}');
  }
}

function parseHandlers(context: DirectiveContext): readonly Handler[] {
  const { cursor } = context;
  const handlers: Handler[] = [];
  while (cursor.takeKeyword('CATCH')) {
    context.bindings.assign('error');
    context.bindings.assign('e');
    const untyped = cursor.takeKeyword('DEFAULT') || cursor.atSymbol(';');
    const type = untyped ? undefined : parseFilename(context);
    cursor.expectSymbol(';');
    const body = context.parseStatements();
    handlers.push(type === undefined ? { body } : { type, body });
  }
  return handlers;
}

export const tryDirective: Directive = {
  parse(context) {
    const { cursor } = context;
    cursor.expectSymbol(';');
    const body = context.parseStatements();
    const handlers = parseHandlers(context);
    let final: readonly Statement[] = [];
    if (cursor.takeKeyword('FINAL')) {
      cursor.expectSymbol(';');
      final = context.parseStatements();
    }
    cursor.expectKeyword('END');
    return new TryStatement(body, handlers, final);
  },
};
