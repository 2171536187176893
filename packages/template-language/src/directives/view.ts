import { quote } from '../compiler/code.ts';
import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive, ViewBody } from '../parser/directive.ts';
import { type NamedCall, parseNamedCall } from '../parser/names.ts';

/** `VIEW name key = value; ... END`: makes a view of the blocks inside; what else is printed inside is dropped. */
class ViewStatement implements Statement {
  readonly #call: NamedCall;
  readonly #view: ViewBody;
  readonly #line: number;

  constructor(call: NamedCall, view: ViewBody, line: number) {
    this.#call = call;
    this.#view = view;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    const { own, view, outer } = { own: `${writer.scope}.own`, view: writer.local(), outer: writer.local() };
    const names = this.#call.names.slice(0, 1).map((name) => writer.value(name));
    const blocks = [...this.#view.blocks].map(([name, index]) => `[${quote(name)}]: ${writer.unit(index)}`);
    const args = [writer.scope, ...names, writer.namedValues(this.#call.args.named), `{ ${blocks.join(', ')} }`];
    writer.line(`${view} = ${writer.settled(`openView(rt, ${args.join(', ')})`)};`);
    writer.line(`${outer} = ${own}.view; ${own}.view = ${view};`);
    const enclosing = writer.out;
    // What was printed before an error or STOP stays, as in Template Toolkit.
    const dropped = writer.capture(true, (buffer) => {
      writer.line('try {');
      writer.block(this.#view.body);
      writer.line(`} catch (e) { ${enclosing} += ${buffer}; throw e; }`);
    });
    writer.line(`${dropped} = ''; ${view}.seal(); ${own}.view = ${outer};`);
    writer.forgetLine();
  }
}

export const viewDirective: Directive = {
  standsAlone: true,
  parse(context, keyword) {
    const call = parseNamedCall(context);
    context.bindings.share();
    context.bindings.assign('view');
    if (call.staticName === undefined) context.bindings.assignAny();
    else context.bindings.assign(call.staticName.split('.')[0] ?? '');
    return new ViewStatement(call, context.parseViewBody(), keyword.tag.line);
  },
};
