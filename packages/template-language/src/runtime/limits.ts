/** Bounds of one render. Steps are statements run and loop rounds; sizes of texts are UTF-8 bytes. */
export interface Limits {
  readonly steps: number;
  readonly outputBytes: number;
  /** Wall time, waiting included. */
  readonly timeMs: number;
  /** Nesting of templates, blocks and macros. */
  readonly depth: number;
  readonly listItems: number;
  readonly textBytes: number;
  /** Rounds of one WHILE; going over it is an error that TRY catches. */
  readonly whileRounds: number;
}

export const defaultLimits: Limits = {
  steps: 10_000_000,
  outputBytes: 16 * 1024 * 1024,
  timeMs: 5_000,
  depth: 100,
  listItems: 1_000_000,
  textBytes: 8 * 1024 * 1024,
  whileRounds: 1_000,
};

/** Adds given limits to others; each must be a number that is not negative. */
export function mergeLimits(base: Limits, given: Partial<Limits> | undefined): Limits {
  if (given === undefined) return base;
  const merged: Record<string, number> = { ...base };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || !(name in base)) continue;
    if (typeof value !== 'number' || Number.isNaN(value) || value < 0) {
      throw new TypeError(`limits.${name} must be a number that is not negative, not ${String(value)}`);
    }
    merged[name] = value;
  }
  return merged as unknown as Limits;
}
