/** The signs that open and close tags. `outline` starts a tag that ends with its line. */
export interface TagStyle {
  readonly start: readonly string[];
  readonly end: readonly string[];
  readonly outline?: string;
}

/** The named styles of the TAGS directive (template-engine.md). */
export const tagStyles: ReadonlyMap<string, TagStyle> = new Map([
  ['default', { start: ['[%'], end: ['%]'] }],
  ['template', { start: ['[%'], end: ['%]'] }],
  ['template1', { start: ['[%', '%%'], end: ['%]', '%%'] }],
  ['metatext', { start: ['%%'], end: ['%%'] }],
  ['html', { start: ['<!--'], end: ['-->'] }],
  ['asp', { start: ['<%'], end: ['%>'] }],
  ['php', { start: ['<?'], end: ['?>'] }],
  ['star', { start: ['[*'], end: ['*]'] }],
  ['outline', { start: ['[%'], end: ['%]'], outline: '%%' }],
]);

/** The style after `{{ TAGS words }}`: a known name, or start tag, end tag and outline tag as far as they are given. */
export function changeStyle(current: TagStyle, words: readonly string[]): TagStyle {
  const [first, end, outline] = words;
  if (first === undefined) return current;
  if (end === undefined && /^\w+$/.test(first)) return tagStyles.get(first) ?? current;
  const outlineTag = outline ?? current.outline;
  return {
    start: [first],
    end: end === undefined ? current.end : [end],
    ...(outlineTag === undefined ? {} : { outline: outlineTag }),
  };
}
