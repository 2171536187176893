import { asText, quote } from '../compiler/code.ts';
import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';
import { type AliasedCall, parseFilterUse } from '../parser/names.ts';
import { PrintStatement } from './get.ts';

/** `FILTER name(args); ... END`, and `statement | name(args)`. */
export class FilterStatement implements Statement {
  readonly #body: readonly Statement[];
  readonly #call: AliasedCall;
  readonly #line: number;

  constructor(body: readonly Statement[], call: AliasedCall, line: number) {
    this.#body = body;
    this.#call = call;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    const apply = this.#open(writer);
    const [only] = this.#body;
    if (this.#body.length === 1 && only instanceof PrintStatement) {
      writer.at(this.#line);
      writer.print(apply(asText(only.expression.emit(writer))));
      return;
    }
    const text = writer.capture(false, () => writer.block(this.#body));
    writer.at(this.#line);
    writer.print(apply(text));
    writer.line(`${text} = '';`);
  }

  /** Looks the filter up and evaluates its arguments, before the text is made; answers what filters JavaScript of a text. */
  #open(writer: CodeWriter): (text: string) => string {
    const { staticName, args, alias } = this.#call;
    const hasArgs = args.positional.length > 0 || args.named.length > 0;
    const applied = (filter: string, input: string) =>
      `text(${writer.settled(`applyFilter(rt, ${filter}, ${input})`)})`;
    if (staticName !== undefined && alias === undefined && !hasArgs && writer.isSimpleFilter(staticName)) {
      const name = quote(staticName);
      const input = writer.local();
      const simple = `rt.bounded(simpleFilters[${name}](${input}))`;
      const general = applied(`openFilter(rt, ${name}, noArgs)`, input);
      return (text) =>
        `(${input} = ${text}, rt.filterAliases === undefined && ${input}.length < 65536 ? ${simple} : ${general})`;
    }
    const name =
      staticName === undefined ? this.#call.names.map((part) => writer.value(part)).join(' + ') : quote(staticName);
    const aliasName = alias === undefined ? 'undefined' : writer.key(alias);
    const filter = writer.local();
    writer.at(this.#line);
    writer.line(`${filter} = openFilter(rt, ${name}, ${writer.argumentList(args)}, ${aliasName});`);
    return (text) => applied(filter, text);
  }
}

export const filterDirective: Directive = {
  postfix: true,
  parse(context, keyword) {
    const call = parseFilterUse(context);
    return new FilterStatement(context.parseBody(), call, keyword.tag.line);
  },
};
