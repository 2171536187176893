import { TemplateSyntaxError } from '../errors.ts';

/** The text of a template with its name; finds lines and makes syntax errors. */
export class Source {
  readonly name: string;
  readonly text: string;
  #lineStarts: number[] | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  /** Line of an offset, counted from 1. */
  lineAt(offset: number): number {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  error(reason: string, offset: number, lines?: string): TemplateSyntaxError {
    const line = this.lineAt(offset);
    const start = this.#starts()[line - 1] ?? 0;
    const lineEnd = this.text.indexOf('\n', start);
    const excerpt = this.text.slice(start, lineEnd === -1 ? undefined : lineEnd).replace(/\r$/, '');
    return new TemplateSyntaxError(this.name, `parse error - ${this.name} line ${lines ?? line}: ${reason}`, {
      line,
      column: offset - start + 1,
      excerpt,
    });
  }

  #starts(): number[] {
    if (this.#lineStarts === undefined) {
      this.#lineStarts = [0];
      for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1)) {
        this.#lineStarts.push(at + 1);
      }
    }
    return this.#lineStarts;
  }
}
