/** Text, or the content of `$name` or `${expr}` with its offset and the whole as written. */
export type InterpolationPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly text: string; readonly offset: number; readonly source: string };

const namePattern = /[\p{L}\p{M}\p{N}_.]+/uy;

/** Splits text at its `$` variables. A backslash and the character after it stay as they are in the text parts. */
export function interpolate(text: string): readonly InterpolationPart[] {
  const parts: InterpolationPart[] = [];
  let buffer = '';
  let position = 0;
  while (position < text.length) {
    const character = text.charAt(position);
    if (character === '\\') {
      buffer += text.slice(position, position + 2);
      position += 2;
      continue;
    }
    const variable = character === '$' ? variableAt(text, position) : undefined;
    if (variable === undefined) {
      buffer += character;
      position += 1;
      continue;
    }
    position += variable.source.length;
    if (variable.text === '') continue; // A dollar without a name prints nothing.
    if (buffer !== '') parts.push({ kind: 'text', text: buffer });
    buffer = '';
    parts.push(variable);
  }
  if (buffer !== '') parts.push({ kind: 'text', text: buffer });
  return parts;
}

function variableAt(text: string, dollar: number): Extract<InterpolationPart, { kind: 'variable' }> | undefined {
  if (text.charAt(dollar + 1) === '{') {
    const close = text.indexOf('}', dollar);
    if (close === -1) return { kind: 'variable', text: '', offset: dollar + 1, source: '$' };
    if (close === dollar + 2) return undefined; // `${}` names nothing and stays.
    const inner = text.slice(dollar + 2, close);
    return { kind: 'variable', text: inner, offset: dollar + 2, source: text.slice(dollar, close + 1) };
  }
  namePattern.lastIndex = dollar + 1;
  const match = namePattern.exec(text);
  if (match === null) return { kind: 'variable', text: '', offset: dollar + 1, source: '$' };
  return { kind: 'variable', text: match[0], offset: dollar + 1, source: `$${match[0]}` };
}
