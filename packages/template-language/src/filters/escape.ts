import { escapeHtml, escapeXml } from '../text/transform.ts';
import type { SimpleFilter } from './filter.ts';

/** Filters that escape for other languages. */
export const escapeFilters: Readonly<Record<string, SimpleFilter>> = {
  html: escapeHtml,
  xml: escapeXml,
  // Keeps A-Z a-z 0-9 - _ . ! ~ * ' ( )
  uri: (text) => encodeURIComponent(text.toWellFormed()),
  // Keeps ; / ? : @ & = + $ , as well.
  url: (text) => encodeURI(text.toWellFormed()).replaceAll('#', '%23'),
  html_entity: (text) => entities(text),
};

function entities(text: string): string {
  return escapeHtml(text).replace(/[^\n\r\t !#$%'-;=?-~&<>"]/gu, (character) => `&#${character.codePointAt(0)};`);
}
