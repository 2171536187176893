import type { TemplateSyntaxError } from '../errors.ts';
import { isLowerCaseOperator } from '../lexer/keywords.ts';
import type { Source } from '../lexer/source.ts';
import type { Token } from '../lexer/token.ts';

const nestingMax = 200;

/** Reads tokens one after the other and makes the errors for those that do not fit. */
export class TokenCursor {
  readonly #source: Source;
  readonly #tokens: readonly Token[];
  #position = 0;
  #nesting = 0;

  constructor(source: Source, tokens: readonly Token[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  /** A cursor over other tokens of the same template. */
  over(tokens: readonly Token[]): TokenCursor {
    return new TokenCursor(this.#source, tokens);
  }

  get position(): number {
    return this.#position;
  }

  reset(position: number): void {
    this.#position = position;
  }

  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#position + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new Error('a token list ends with a token of type end');
    return token;
  }

  next(): Token {
    const token = this.peek();
    this.#position += 1;
    return token;
  }

  atSymbol(value: string): boolean {
    const token = this.peek();
    return token.type === 'symbol' && token.value === value;
  }

  atKeyword(value: string): boolean {
    const token = this.peek();
    return token.type === 'keyword' && token.value === value;
  }

  takeSymbol(value: string): boolean {
    if (!this.atSymbol(value)) return false;
    this.#position += 1;
    return true;
  }

  takeKeyword(value: string): boolean {
    if (!this.atKeyword(value)) return false;
    this.#position += 1;
    return true;
  }

  expectSymbol(value: string): void {
    if (!this.takeSymbol(value)) throw this.unexpected();
  }

  expectKeyword(value: string): void {
    if (!this.takeKeyword(value)) throw this.unexpected();
  }

  expectIdent(): Token {
    if (this.peek().type !== 'ident') throw this.unexpected();
    return this.next();
  }

  /** The error for a token that the grammar does not allow where it stands (templates.md 3.7). */
  unexpected(token: Token = this.peek()): TemplateSyntaxError {
    const { line, lastLine, content } = token.tag;
    const lines = line === lastLine ? `${line}` : `${line}-${lastLine}`;
    if (token.type === 'end' && content === '')
      return this.#source.error('unexpected end of input', token.offset, lines);
    const atEnd = token.type === 'end' || token.raw === ';';
    const reason = atEnd ? 'unexpected end of directive' : `unexpected token (${shownToken(token)})`;
    const directive = token.type === 'text' ? '' : `\n  [% ${content} %]`;
    return this.#source.error(`${reason}${directive}`, token.offset, lines);
  }

  unsupported(token: Token, what: string): TemplateSyntaxError {
    const { line, lastLine, content } = token.tag;
    const lines = line === lastLine ? `${line}` : `${line}-${lastLine}`;
    return this.#source.error(`${what}\n  [% ${content} %]`, token.offset, lines);
  }

  /** Runs `read` one level deeper; templates that nest without end are refused before the stack is. */
  nested<T>(read: () => T): T {
    if (this.#nesting >= nestingMax) throw this.unsupported(this.peek(), 'nested too deeply');
    this.#nesting += 1;
    try {
      return read();
    } finally {
      this.#nesting -= 1;
    }
  }
}

/** A token as error messages show it: keywords in capitals, but not the operators in lower case. */
function shownToken(token: Token): string {
  if (token.type === 'quoted') return '"';
  if (token.type === 'literal') return `'${token.raw.slice(1, -1)}'`;
  const isWord = token.type === 'keyword' || (token.type === 'symbol' && /^[a-z]/i.test(token.raw));
  return isWord && !isLowerCaseOperator(token.raw) ? token.raw.toUpperCase() : token.raw;
}
