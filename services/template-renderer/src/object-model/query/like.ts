/** Does the text match the LIKE pattern (`%` any text, `_` one character), without regard to case? */
export function isLike(text: string, pattern: string): boolean {
  const characters = [...text.toLowerCase()];
  let reachable = new Set([0]);
  for (const wanted of pattern.toLowerCase()) {
    const next = new Set<number>();
    for (const at of reachable) {
      if (wanted === '%') for (let to = at; to <= characters.length; to += 1) next.add(to);
      else if (at < characters.length && (wanted === '_' || wanted === characters[at])) next.add(at + 1);
    }
    reachable = next;
  }
  return reachable.has(characters.length);
}
