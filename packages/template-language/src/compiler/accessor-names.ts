import { quote } from './code.ts';

/** Members that are read off `loop` so often that it is looked at first. */
const loopFields: ReadonlySet<string> = new Set(['last', 'first', 'index', 'count', 'size'].map(quote));

/** The access functions that the units of a template share: one per variable name and one per member name. */
export class AccessorNames {
  readonly #roots = new Map<string, string>();
  readonly #members = new Map<string, string>();

  /** JavaScript function that reads the variable `name`: `(rt, scope)`. */
  root(name: string): string {
    return remember(this.#roots, 'r', name);
  }

  /** JavaScript function that reads the member `name` without arguments: `(rt, owner)`. */
  member(name: string): string {
    return remember(this.#members, 'm', name);
  }

  /** JavaScript text of all functions that were asked for. */
  text(): string {
    const roots = [...this.#roots].map(([name, js]) => rootAccessor(js, quote(name)));
    const members = [...this.#members].map(([name, js]) => memberAccessor(js, quote(name)));
    return [...roots, ...members].join('\n');
  }
}

function remember(names: Map<string, string>, prefix: string, name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const js = `${prefix}${names.size}`;
  names.set(name, js);
  return js;
}

/** Reads an own variable, or plain data of the caller; everything else is left to the runtime. */
function rootAccessor(js: string, name: string): string {
  return `function ${js}(rt, s) {
  let v = s.own[${name}];
  if (v !== undefined) return typeof v === 'function' ? rt.root(s, ${name}, noArgs) : v;
  const d = describe(s.given, ${name});
  if (d !== undefined) {
    v = d.value;
    if (typeof v === 'string' || typeof v === 'number') return v;
    if (typeof v === 'object' && v !== null && !('then' in v)) return v;
  }
  return rt.root(s, ${name}, noArgs);
}`;
}

/** Own values that are no members of a hash: indices and the length of a list, which has methods first. */
const listNames = /^(?:"length"|"-?\d+")$/;

/**
 * Reads a text, number, hash or list that is an own value of a hash; everything else is left to the runtime. A property
 * descriptor is asked for, since reading the property itself could run a getter.
 */
function memberAccessor(js: string, name: string): string {
  const isHash = listNames.test(name) ? ' && !isArray(o)' : '';
  return `function ${js}(rt, o) {${loopFields.has(name) ? `\n  if (o instanceof ListLoop) return o.field(${name});` : ''}
  if (typeof o === 'object' && o !== null${isHash}) {
    const d = describe(o, ${name});
    if (d !== undefined) {
      const v = d.value;
      if (typeof v === 'string' || typeof v === 'number') return v;
      if (typeof v === 'object' && v !== null && !('then' in v)) return v;
    }
  }
  return rt.member(o, ${name}, noArgs);
}`;
}
