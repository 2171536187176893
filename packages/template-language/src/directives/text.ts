import { quote } from '../compiler/code.ts';
import type { CodeWriter, Statement } from '../parser/ast.ts';

/** Text between tags. */
export class TextStatement implements Statement {
  readonly isFree = true;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  emit(writer: CodeWriter): void {
    writer.print(quote(this.#text));
  }
}
