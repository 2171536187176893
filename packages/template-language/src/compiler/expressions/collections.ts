import type { CodeWriter, Expression, NamedValue } from '../../parser/ast.ts';
import type { Code } from '../code.ts';

export class ListLiteral implements Expression {
  readonly #items: readonly Expression[];

  constructor(items: readonly Expression[]) {
    this.#items = items;
  }

  emit(writer: CodeWriter): Code {
    return { js: `[${this.#items.map((item) => writer.value(item)).join(', ')}]`, type: 'value' };
  }
}

/** `[from .. to]` */
export class RangeLiteral implements Expression {
  readonly #from: Expression;
  readonly #to: Expression;

  constructor(from: Expression, to: Expression) {
    this.#from = from;
    this.#to = to;
  }

  emit(writer: CodeWriter): Code {
    return { js: `range(rt, ${writer.value(this.#from)}, ${writer.value(this.#to)})`, type: 'value' };
  }
}

export class HashLiteral implements Expression {
  readonly #entries: readonly NamedValue[];

  constructor(entries: readonly NamedValue[]) {
    this.#entries = entries;
  }

  emit(writer: CodeWriter): Code {
    return { js: `(${writer.namedValues(this.#entries)})`, type: 'value' };
  }
}
