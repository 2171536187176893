/** A part of a quoted text: literal text, or the tokens of an interpolated variable. */
export type QuotedPart = string | readonly Token[];

export type TokenType =
  | 'text' // template text between tags
  | 'ident'
  | 'keyword'
  | 'number'
  | 'literal' // quoted text without interpolation
  | 'quoted' // double-quoted text with interpolation
  | 'filename' // a bare word that holds `/` or `:`
  | 'symbol'
  | 'end' // end of the input
  | 'unknown';

export interface Token {
  readonly type: TokenType;
  /** Normalised value: upper-case keyword, symbol, unescaped text. */
  readonly value: string;
  /** As written. */
  readonly raw: string;
  readonly tag: Tag;
  /** Offset in the source of the template. */
  readonly offset: number;
  readonly parts?: readonly QuotedPart[];
}

/** The tag that a token came from, for error messages. */
export interface Tag {
  /** First line, counted from 1. */
  readonly line: number;
  readonly lastLine: number;
  /** The content without flags and surrounding white space. */
  readonly content: string;
}
