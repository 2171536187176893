import { inSlices } from '../text/transform.ts';
import type { Filter, SimpleFilter } from './filter.ts';

const gaps = /(?:\r?\n){2,}/g;

/** Filters that turn line breaks into HTML; a text may be filtered piece by piece (template-engine.md). */
export const lineBreakFilters: Readonly<Record<string, SimpleFilter>> = {
  html_break: (text) => text.replace(gaps, '\n<br />\n<br />\n'),
  html_para_break: (text) => text.replace(gaps, '\n<br />\n<br />\n'),
  html_line_break: (text) => text.replace(/\r?\n/g, '<br />$&'),
};

/** Filters that make paragraphs of a text as a whole. */
export const paragraphFilters: Readonly<Record<string, Filter>> = {
  html_para(context, text) {
    const separated = (piece: string) => piece.replace(gaps, '\n</p>\n\n<p>\n');
    const paragraphs = inSlices(context, withoutLastGap(text), separated, 'words and blanks');
    return `<p>\n${paragraphs}</p>\n`;
  },
};

/** An empty paragraph at the end does not count. */
function withoutLastGap(text: string): string {
  let end = text.length;
  let breaks = 0;
  for (; text.charCodeAt(end - 1) === 10; breaks += 1) end -= text.charCodeAt(end - 2) === 13 ? 2 : 1;
  return breaks < 2 ? text : text.slice(0, end);
}
