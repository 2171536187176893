import { type ChompFlag, chompAfter, chompBefore, chompFlag } from './chomp.ts';
import type { Source } from './source.ts';
import { changeStyle, type TagStyle } from './tag-style.ts';

export interface LexerOptions {
  /** Called at each tag and each statement, so that compiling a template within a render ends in time. */
  readonly tick: () => void;
  readonly style: TagStyle;
  readonly anyCase: boolean;
  readonly interpolate: boolean;
  readonly preChomp: 0 | 1 | 2 | 3;
  readonly postChomp: 0 | 1 | 2 | 3;
}

/** A template cut into text and tags, chomp flags applied, comments and TAGS directives carried out. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly offset: number }
  | { readonly kind: 'tag'; readonly content: string; readonly offset: number; readonly end: number };

interface Opening {
  readonly at: number;
  readonly contentAt: number;
  readonly ends: readonly string[] | 'line';
}

/** Cuts a template at its tags (templates.md 3.2). */
export class TagScanner {
  readonly #text: string;
  readonly #options: LexerOptions;
  #style: TagStyle;
  readonly #pieces: Piece[] = [];

  constructor(source: Source, options: LexerOptions) {
    this.#text = source.text;
    this.#options = options;
    this.#style = options.style;
  }

  scan(): readonly Piece[] {
    let position = 0;
    let after: ChompFlag = '+';
    for (;;) {
      const tag = this.#nextTag(position);
      if (tag === undefined) break;
      this.#options.tick();
      const before = tag.comment ? (undefined as ChompFlag | undefined) : tag.pre;
      this.#addText(position, tag.at, after, before ?? '+');
      if (!tag.comment) this.#addTag(tag.content, tag.contentAt, tag.contentEnd);
      after = tag.post;
      position = tag.next;
    }
    this.#addText(position, this.#text.length, after, '+');
    return this.#pieces;
  }

  #addText(from: number, to: number, after: ChompFlag, before: ChompFlag): void {
    if (from >= to) return;
    const text = chompBefore(chompAfter(this.#text.slice(from, to), after), before);
    if (text !== '') this.#pieces.push({ kind: 'text', text, offset: from });
  }

  #addTag(content: string, offset: number, end: number): void {
    const match = this.#options.anyCase ? /^tags\s+(.*)$/is.exec(content) : /^TAGS\s+(.*)$/s.exec(content);
    if (match === null) {
      this.#pieces.push({ kind: 'tag', content, offset, end });
      return;
    }
    this.#style = changeStyle(
      this.#style,
      (match[1] ?? '').split(/\s+/).filter((word) => word !== ''),
    );
  }

  /** The next complete tag at or after `position`, its flags taken off. */
  #nextTag(position: number) {
    const opening = this.#findOpening(position);
    if (opening === undefined) return undefined;
    const close = this.#findEnd(opening);
    if (close === undefined) return undefined;
    const text = this.#text;
    let contentAt = opening.contentAt;
    let contentEnd = close.at;
    let pre = chompFlag(this.#options.preChomp);
    let post = chompFlag(this.#options.postChomp);
    const first = text.charAt(contentAt);
    const comment = first === '#';
    if (contentAt < contentEnd && '-+=~'.includes(first)) {
      pre = first as ChompFlag;
      contentAt += 1;
    }
    while (contentEnd > contentAt && isBlank(text.charAt(contentEnd - 1))) contentEnd -= 1;
    const last = text.charAt(contentEnd - 1);
    if (contentAt < contentEnd && '-+=~'.includes(last)) {
      post = last as ChompFlag;
      contentEnd -= 1;
    }
    const raw = text.slice(contentAt, contentEnd);
    const content = raw.trim();
    const leading = raw.length - raw.trimStart().length;
    return {
      at: opening.at,
      comment,
      pre,
      post,
      content,
      contentAt: contentAt + leading,
      contentEnd,
      next: close.next,
    };
  }

  #findOpening(position: number): Opening | undefined {
    let best: Opening | undefined;
    this.#style.start.forEach((start) => {
      const at = this.#text.indexOf(start, position);
      if (at !== -1 && (best === undefined || at < best.at)) {
        best = { at, contentAt: at + start.length, ends: this.#style.end };
      }
    });
    const outline = this.#style.outline;
    if (outline === undefined) return best;
    for (let at = this.#text.indexOf(outline, position); at !== -1; at = this.#text.indexOf(outline, at + 1)) {
      if (best !== undefined && at >= best.at) break;
      if (at === 0 || this.#text[at - 1] === '\n') return { at, contentAt: at + outline.length, ends: 'line' };
    }
    return best;
  }

  #findEnd(opening: Opening): { readonly at: number; readonly next: number } | undefined {
    if (opening.ends === 'line') {
      const at = this.#text.indexOf('\n', opening.contentAt);
      return at === -1 ? { at: this.#text.length, next: this.#text.length } : { at, next: at + 1 };
    }
    let best: { at: number; next: number } | undefined;
    for (const end of opening.ends) {
      const at = this.#text.indexOf(end, opening.contentAt);
      if (at !== -1 && (best === undefined || at < best.at)) best = { at, next: at + end.length };
    }
    return best;
  }
}

function isBlank(character: string): boolean {
  return /\s/.test(character);
}
