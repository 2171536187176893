import { interpolate } from './interpolation.ts';
import type { Source } from './source.ts';
import { type LexerOptions, TagScanner } from './tag-scanner.ts';
import type { Tag, Token } from './token.ts';
import { tokenizeTag } from './tokenizer.ts';

/** Turns a template into tokens. Each tag ends with a `;`, the list with a token of type `end`. */
export function tokenize(source: Source, options: LexerOptions): readonly Token[] {
  const tokens: Token[] = [];
  for (const piece of new TagScanner(source, options).scan()) {
    options.tick();
    const line = source.lineAt(piece.offset);
    if (piece.kind === 'text') {
      const tag: Tag = { line, lastLine: line, content: piece.text };
      if (options.interpolate) interpolateText(piece.text, piece.offset, tag, options, tokens);
      else tokens.push(textToken(piece.text, tag, piece.offset));
      continue;
    }
    const tag: Tag = { line, lastLine: source.lineAt(piece.end), content: piece.content };
    tokenizeTag(piece.content, tag, piece.offset, options.anyCase, tokens);
    tokens.push({ type: 'symbol', value: ';', raw: ';', tag, offset: piece.end });
  }
  const line = source.lineAt(source.text.length);
  const tag: Tag = { line, lastLine: line, content: '' };
  tokens.push({ type: 'end', value: '', raw: '', tag, offset: source.text.length });
  return tokens;
}

function textToken(text: string, tag: Tag, offset: number): Token {
  return { type: 'text', value: text, raw: text, tag, offset };
}

/** With `interpolate`: `$name.path` and `${expr}` in text print, `\$` is a dollar. */
function interpolateText(text: string, offset: number, tag: Tag, options: LexerOptions, tokens: Token[]): void {
  for (const part of interpolate(text)) {
    if (part.kind === 'text') {
      tokens.push(textToken(part.text.replaceAll('\\$', '$'), tag, offset));
      continue;
    }
    const inner: Tag = { ...tag, content: part.source };
    tokenizeTag(part.text, inner, offset + part.offset, options.anyCase, tokens);
    tokens.push({ type: 'symbol', value: ';', raw: ';', tag: inner, offset: offset + part.offset });
  }
}
