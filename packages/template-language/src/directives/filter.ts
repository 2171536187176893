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
    const [only] = this.#body;
    if (this.#body.length === 1 && only instanceof PrintStatement) {
      writer.at(this.#line);
      writer.print(this.#apply(writer, asText(only.expression.emit(writer))));
      return;
    }
    const text = writer.capture(false, () => writer.block(this.#body));
    writer.at(this.#line);
    writer.print(this.#apply(writer, text));
    writer.line(`${text} = '';`);
  }

  #apply(writer: CodeWriter, text: string): string {
    const { staticName, args, alias } = this.#call;
    const hasArgs = args.positional.length > 0 || args.named.length > 0;
    const name =
      staticName === undefined ? this.#call.names.map((part) => writer.value(part)).join(' + ') : quote(staticName);
    const aliasName = alias === undefined ? 'undefined' : writer.key(alias);
    const general = (input: string) =>
      `text(${writer.settled(`applyFilter(rt, ${name}, ${input}, ${writer.argumentList(args)}, ${aliasName})`)})`;
    if (staticName === undefined || alias !== undefined || hasArgs || !writer.isSimpleFilter(staticName)) {
      return general(text);
    }
    const input = writer.local();
    const simple = `rt.bounded(simpleFilters[${name}](${input}))`;
    return `(${input} = ${text}, rt.filterAliases === undefined && ${input}.length < 65536 ? ${simple} : ${general(input)})`;
  }
}

export const filterDirective: Directive = {
  postfix: true,
  parse(context, keyword) {
    const call = parseFilterUse(context);
    return new FilterStatement(context.parseBody(), call, keyword.tag.line);
  },
};
