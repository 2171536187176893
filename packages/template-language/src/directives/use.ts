import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';
import { type AliasedCall, parseFilterCall } from '../parser/names.ts';

/** `USE [name =] plugin(args)` */
class UseStatement implements Statement {
  readonly #call: AliasedCall;
  readonly #line: number;

  constructor(call: AliasedCall, line: number) {
    this.#call = call;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    const { names, args, alias } = this.#call;
    const name = names.map((part) => writer.value(part)).join(' + ');
    const plugin = writer.settled(`rt.plugin(${name}, ${writer.argumentList(args)})`);
    const target = alias === undefined ? name : writer.key(alias);
    const value = writer.local();
    writer.line(`${value} = ${plugin};`);
    writer.line(`rt.assignRoot(${writer.scope}, ${target}, ${value});`);
  }
}

export const useDirective: Directive = {
  standsAlone: true,
  parse(context, keyword) {
    context.bindings.assignAny();
    return new UseStatement(parseFilterCall(context), keyword.tag.line);
  },
};
