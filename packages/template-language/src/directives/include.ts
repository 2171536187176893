import { StringLiteral } from '../compiler/expressions/literals.ts';
import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive, DirectiveContext } from '../parser/directive.ts';
import { type NamedCall, parseNamedCall } from '../parser/names.ts';

/** JavaScript list of the names of a call. */
export function emitNames(writer: CodeWriter, call: NamedCall): string {
  return `[${call.names.map((name) => writer.value(name)).join(', ')}]`;
}

/** Reads what INCLUDE and its kin take, and notes the templates that are named. */
export function parseTemplateCall(context: DirectiveContext): NamedCall {
  context.bindings.share();
  const call = parseNamedCall(context);
  for (const name of call.names) if (name instanceof StringLiteral) context.useTemplate(name.value);
  return call;
}

/** `INCLUDE name args` runs on a copy of the variables, `PROCESS name args` on the variables themselves. */
class IncludeStatement implements Statement {
  readonly #call: NamedCall;
  readonly #how: 'include' | 'process';
  readonly #line: number;

  constructor(call: NamedCall, how: 'include' | 'process', line: number) {
    this.#call = call;
    this.#how = how;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    const { named } = this.#call.args;
    const args = named.length === 0 ? 'undefined' : writer.namedValues(named);
    const list = `${writer.scope}, ${emitNames(writer, this.#call)}, ${args}, ${writer.pendingLength()}`;
    writer.print(writer.runs(this.#how, list));
  }
}

export const includeDirective: Directive = {
  postfix: true,
  parse: (context, keyword) => new IncludeStatement(parseTemplateCall(context), 'include', keyword.tag.line),
};

export const processDirective: Directive = {
  postfix: true,
  parse(context, keyword) {
    context.bindings.assignAny();
    return new IncludeStatement(parseTemplateCall(context), 'process', keyword.tag.line);
  },
};
