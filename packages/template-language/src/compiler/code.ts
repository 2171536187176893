/**
 * JavaScript of an expression and what is known of its value.
 *
 * - `any`: may be undefined. - `value`: anything but undefined and null. - `text`: a string. - `number`: number or
 * bigint. - `flag`: a JavaScript boolean that stands for 1 or the empty text.
 */
export interface Code {
  readonly js: string;
  readonly type: 'any' | 'value' | 'text' | 'number' | 'flag';
}

export function anyCode(js: string): Code {
  return { js, type: 'any' };
}

export function textCode(js: string): Code {
  return { js, type: 'text' };
}

/** The value itself, possibly undefined. */
export function asAny(code: Code): string {
  return code.type === 'flag' ? `(${code.js} ? 1 : '')` : code.js;
}

/** The value, the empty text for undefined. */
export function asValue(code: Code): string {
  return code.type === 'any' ? `(${code.js} ?? '')` : asAny(code);
}

export function asText(code: Code): string {
  if (code.type === 'text') return code.js;
  if (code.type === 'flag') return `(${code.js} ? '1' : '')`;
  return `text(${code.js})`;
}

/** A JavaScript boolean. */
export function asTruth(code: Code): string {
  if (code.type === 'number') return `(${code.js} != 0)`;
  return code.type === 'flag' ? code.js : `truth(${code.js})`;
}

const unsafe = /[\u2028\u2029<]/g;

/** A JavaScript literal of a string; the only way text of a template gets into generated code. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
