/** One step of a path: a name with the arguments it was called with. */
export interface PathStep {
  readonly key: unknown;
  readonly args: readonly unknown[];
}

/** The arguments of a name without parentheses. */
export const noArgs: readonly unknown[] = Object.freeze([]);
/** The arguments of a call with empty parentheses. */
export const emptyArgs: readonly unknown[] = Object.freeze([]);

/** True for names that templates may not touch (templates.md 3.3). */
export function isPrivateKey(name: string): boolean {
  const first = name.charCodeAt(0);
  return first === 95 || first === 46;
}
