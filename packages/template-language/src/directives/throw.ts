import type { CodeWriter, Statement } from '../parser/ast.ts';
import type { Directive } from '../parser/directive.ts';
import { type NamedCall, parseNamedCall } from '../parser/names.ts';

/** `THROW type info`: raises an error that TRY can catch. */
class ThrowStatement implements Statement {
  readonly #call: NamedCall;
  readonly #line: number;

  constructor(call: NamedCall, line: number) {
    this.#call = call;
    this.#line = line;
  }

  emit(writer: CodeWriter): void {
    writer.at(this.#line);
    const { names, args } = this.#call;
    const [first] = names;
    const type =
      names.length === 1 && first !== undefined
        ? writer.value(first)
        : names.map((name) => `text(${writer.value(name)})`).join(' + ');
    const positional = args.positional.map((value) => writer.value(value)).join(', ');
    const error = `thrownError(${type}, [${positional}], ${writer.namedValues(args.named)})`;
    writer.line(`throw rt.thrown(${error}, ${writer.thrownOutput()});`);
  }
}

export const throwDirective: Directive = {
  postfix: true,
  parse: (context, keyword) => new ThrowStatement(parseNamedCall(context), keyword.tag.line),
};
