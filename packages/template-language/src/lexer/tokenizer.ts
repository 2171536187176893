import { interpolate } from './interpolation.ts';
import {
  isLowerCaseOperator,
  keywordAliases,
  keywords,
  signsBeforeNames,
  symbolAliases,
  wholeKeywords,
} from './keywords.ts';
import type { QuotedPart, Tag, Token, TokenType } from './token.ts';

const spacePattern = /(?:\s+|#[^\n]*)+/y;
const numberPattern = /-?\d+(?:\.\d+)?/y;
const filenamePattern = /\/?[\p{L}\p{M}\p{N}_]+(?:(?:\/|::?)[\p{L}\p{M}\p{N}_]*)+|\/[\p{L}\p{M}\p{N}_]+/uy;
const wordPattern = /[\p{L}\p{M}\p{N}_]+/uy;
const signPattern = /[(){}[\]:;,/\\]|->|[+\-*]|\$\{?|=>|[=!<>]?=|[!<>]|&&?|\|?\||\.\.?/y;
const otherPattern = /\S+/y;
const nameFollowsPattern = /\s*[.=]/y;
const symbols: ReadonlySet<string> = new Set(
  '( ) { } [ ] : ; , / \\ + - * $ ${ = == != <= >= < > ! && || | . .. % ? _'.split(' '),
);

/** Appends the tokens of one tag to `tokens`. `offset` is where the content starts in the template. */
export function tokenizeTag(content: string, tag: Tag, offset: number, anyCase: boolean, tokens: Token[]): void {
  new TagTokenizer(content, tag, offset, anyCase, tokens).run();
}

class TagTokenizer {
  readonly #text: string;
  readonly #tag: Tag;
  readonly #offset: number;
  readonly #anyCase: boolean;
  readonly #tokens: Token[];
  readonly #first: number;
  #position = 0;

  constructor(content: string, tag: Tag, offset: number, anyCase: boolean, tokens: Token[]) {
    this.#text = content;
    this.#tag = tag;
    this.#offset = offset;
    this.#anyCase = anyCase;
    this.#tokens = tokens;
    this.#first = tokens.length;
  }

  run(): void {
    for (;;) {
      this.#take(spacePattern);
      if (this.#position >= this.#text.length) return;
      this.#next();
    }
  }

  #next(): void {
    const start = this.#position;
    const first = this.#text.charAt(start);
    if ((first === "'" || first === '"') && this.#quoted(first, start)) return;
    const token = this.#number(start) ?? this.#filename(start) ?? this.#wordToken(start);
    this.#tokens.push(token ?? this.#sign(first, start));
  }

  #number(start: number): Token | undefined {
    const number = this.#take(numberPattern);
    return number === undefined ? undefined : this.#token('number', number, number, start);
  }

  #filename(start: number): Token | undefined {
    const filename = this.#take(filenamePattern);
    return filename === undefined ? undefined : this.#token('filename', filename, filename, start);
  }

  #wordToken(start: number): Token | undefined {
    const word = this.#take(wordPattern);
    return word === undefined ? undefined : this.#word(word, start);
  }

  #sign(first: string, start: number): Token {
    const sign = this.#take(signPattern) ?? this.#take(otherPattern) ?? first;
    const value = symbolAliases.get(sign) ?? sign;
    return this.#token(symbols.has(value) ? 'symbol' : 'unknown', value, sign, start);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#position += match[0].length;
    return match[0];
  }

  #token(type: TokenType, value: string, raw: string, start: number, parts?: readonly QuotedPart[]): Token {
    const token: Token = { type, value, raw, tag: this.#tag, offset: this.#offset + start };
    return parts === undefined ? token : { ...token, parts };
  }

  #word(word: string, start: number): Token {
    if (word === '_') return this.#token('symbol', '_', word, start);
    const upper = this.#anyCase || isLowerCaseOperator(word) ? word.toUpperCase() : word;
    if (!keywords.has(upper) || this.#isName(word, upper)) return this.#token('ident', word, word, start);
    const symbol = symbolAliases.get(upper);
    if (symbol !== undefined) return this.#token('symbol', symbol, word, start);
    return this.#token('keyword', keywordAliases.get(upper) ?? upper, word, start);
  }

  #previous(): Token | undefined {
    return this.#tokens.length > this.#first ? this.#tokens[this.#tokens.length - 1] : undefined;
  }

  /** True where a keyword is an ordinary name (templates.md 3.3). */
  #isName(word: string, upper: string): boolean {
    const previous = this.#previous();
    const afterDot = previous?.type === 'symbol' && previous.value === '.';
    if (word === upper) return afterDot;
    if (isLowerCaseOperator(word)) return false;
    if (previous?.type === 'keyword') return !wholeKeywords.has(previous.value);
    if (previous?.type === 'symbol' && signsBeforeNames.has(previous.value)) return true;
    nameFollowsPattern.lastIndex = this.#position;
    return nameFollowsPattern.test(this.#text);
  }

  #quoted(quote: string, start: number): boolean {
    let end = start + 1;
    while (end < this.#text.length && this.#text.charAt(end) !== quote) {
      end += this.#text.charAt(end) === '\\' ? 2 : 1;
    }
    if (end >= this.#text.length) return false;
    const raw = this.#text.slice(start, end + 1);
    const inner = raw.slice(1, -1);
    this.#position = end + 1;
    this.#tokens.push(this.#quotedToken(quote, inner, raw, start));
    return true;
  }

  #quotedToken(quote: string, inner: string, raw: string, start: number): Token {
    if (quote === "'") return this.#token('literal', inner.replace(/\\([\\'])/g, '$1'), raw, start);
    if (!inner.includes('$')) return this.#token('literal', unescapeDouble(inner), raw, start);
    return this.#token('quoted', inner, raw, start, this.#parts(inner, start + 1));
  }

  #parts(inner: string, start: number): readonly QuotedPart[] {
    return interpolate(inner).map((part) => {
      if (part.kind === 'text') return unescapeDouble(part.text);
      const tokens: Token[] = [];
      const tag: Tag = { ...this.#tag, content: part.source };
      tokenizeTag(part.text, tag, this.#offset + start + part.offset, this.#anyCase, tokens);
      tokens.push({ type: 'end', value: '', raw: '', tag, offset: this.#offset + start + part.offset });
      return tokens;
    });
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescapeDouble(text: string): string {
  return text.replace(/\\(.)/gs, (_, character: string) => escapes[character] ?? character);
}
