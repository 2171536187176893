import type { CodeWriter, Expression } from '../../parser/ast.ts';
import { normalizeNumber } from '../../runtime/numbers.ts';
import { asText, type Code, quote, textCode } from '../code.ts';

export class StringLiteral implements Expression {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }

  emit(): Code {
    return textCode(quote(this.value));
  }
}

export class NumberLiteral implements Expression {
  readonly #value: number | bigint;

  constructor(digits: string) {
    this.#value = normalizeNumber(digits);
  }

  emit(): Code {
    const value = this.#value;
    return { js: typeof value === 'bigint' ? `${value}n` : `(${value})`, type: 'number' };
  }
}

/** Double-quoted text with variables in it. */
export class QuotedText implements Expression {
  readonly #parts: readonly (string | Expression)[];

  constructor(parts: readonly (string | Expression)[]) {
    this.#parts = parts;
  }

  emit(writer: CodeWriter): Code {
    const parts = this.#parts.map((part) => (typeof part === 'string' ? quote(part) : asText(part.emit(writer))));
    return textCode(`rt.bounded(${["''", ...parts].join(' + ')})`);
  }
}
