const SHOWN_LENGTH_MAX = 40;

/** The error every function of this package throws for a bad argument: its name, what was expected, what came. */
export function invalidArgument(argument: string, expected: string, value: unknown): RangeError {
  return new RangeError(`${argument}: expected ${expected}, got ${shown(value)}`);
}

/** True for a value that counts as not given: undefined, null and the empty string. */
export function isAbsent(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

function shown(value: unknown): string {
  if (typeof value === 'string') {
    const text = value.length > SHOWN_LENGTH_MAX ? `${value.slice(0, SHOWN_LENGTH_MAX)}…` : value;
    return JSON.stringify(text);
  }
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return String(value);
}
