import { escapeHtml, escapeXml } from '../text/transform.ts';
import type { SimpleFilter } from './tables.ts';

/** Filters that escape for other languages. */
export const escapeFilters: Readonly<Record<string, SimpleFilter>> = {
  html: escapeHtml,
  xml: escapeXml,
  uri: (text) => percentEncoded(text, /[^A-Za-z0-9\-_.!~*'()]/gu),
  url: (text) => percentEncoded(text, /[^A-Za-z0-9\-_.!~*'();/?:@&=+$,]/gu),
  html_entity: (text) => entities(text),
};

/** Percent-encodes the UTF-8 bytes of the characters that `pattern` finds. */
function percentEncoded(text: string, pattern: RegExp): string {
  return text.replace(pattern, (character) =>
    [...Buffer.from(character, 'utf8')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

function entities(text: string): string {
  return escapeHtml(text).replace(/[^\n\r\t !#$%'-;=?-~&<>"]/gu, (character) => `&#${character.codePointAt(0)};`);
}
