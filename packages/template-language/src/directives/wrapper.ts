import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive, DirectiveContext } from '../parser/directive.ts';
import type { NamedCall } from '../parser/names.ts';
import { emitNames, parseTemplateCall } from './include.ts';

/** `WRAPPER outer + inner args; ... END`: the inside is passed to the templates as `content`. */
class WrapperStatement implements Statement {
  readonly #call: NamedCall;
  readonly #body: readonly Statement[];
  readonly #line: number;

  constructor(call: NamedCall, body: readonly Statement[], line: number) {
    this.#call = call;
    this.#body = body;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    const content = writer.capture(false, () => writer.block(this.#body));
    writer.at(this.#line);
    const args = writer.namedValues(this.#call.args.named);
    const list = `${writer.scope}, ${emitNames(writer, this.#call)}, ${args}, ${content}, ${writer.pendingLength()}`;
    writer.print(writer.runs('wrap', list));
    writer.line(`${content} = '';`);
  }
}

/** `statement WRAPPER name args` */
export function parsePostfixWrapper(context: DirectiveContext, statement: Statement, line: number): Statement {
  return new WrapperStatement(parseTemplateCall(context), [statement], line);
}

export const wrapperDirective: Directive = {
  postfix: true,
  parse(context, keyword) {
    const call = parseTemplateCall(context);
    return new WrapperStatement(call, context.parseBody(), keyword.tag.line);
  },
};
