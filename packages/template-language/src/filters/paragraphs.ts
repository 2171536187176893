import type { SimpleFilter } from './filter.ts';

/** Filters that turn lines into HTML (template-engine.md). */
export const paragraphFilters: Readonly<Record<string, SimpleFilter>> = {
  html_para: (text) => `<p>\n${paragraphs(text).join('\n</p>\n\n<p>\n')}</p>\n`,
  html_break: (text) => paragraphs(text).join('\n<br />\n<br />\n'),
  html_para_break: (text) => paragraphs(text).join('\n<br />\n<br />\n'),
  html_line_break: (text) => text.replace(/\r?\n/g, '<br />$&'),
};

function paragraphs(text: string): string[] {
  return text.split(/(?:\r?\n){2,}/);
}
