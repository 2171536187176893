import { quote } from '../compiler/code.ts';
import { isPrivate } from '../compiler/expressions/variable.ts';
import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive, DirectiveContext } from '../parser/directive.ts';

/** `MACRO name(a, b) BLOCK; ... END`, or with any other directive. */
class MacroStatement implements Statement {
  readonly #name: string;
  readonly #unit: number;

  constructor(name: string, unit: number) {
    this.#name = name;
    this.#unit = unit;
  }

  emit(writer: CodeWriter): void {
    if (isPrivate(this.#name)) return;
    writer.line(`${writer.scope}.own[${quote(this.#name)}] = macro(rt, ${writer.unit(this.#unit)});`);
  }
}

function parseParameters(context: DirectiveContext): readonly string[] | undefined {
  const { cursor } = context;
  if (!cursor.takeSymbol('(')) return undefined;
  const names = [cursor.expectIdent().value];
  while (!cursor.takeSymbol(')')) {
    if (!cursor.takeSymbol(',')) names.push(cursor.expectIdent().value);
  }
  return names;
}

export const macroDirective: Directive = {
  standsAlone: true,
  parse(context) {
    const { cursor } = context;
    const name = cursor.expectIdent().value;
    context.bindings.assign(name);
    context.bindings.share();
    const parameters = parseParameters(context);
    if (cursor.takeKeyword('BLOCK')) {
      return new MacroStatement(name, context.addMacro(name, parameters, context.parseBody()));
    }
    const body = context.parseCaptured();
    if (body === undefined) throw cursor.unexpected();
    return new MacroStatement(name, context.addMacro(name, parameters, [body]));
  },
};
