import type { HttpMethod, Operation } from '@countinghouse/contracts';

export interface RouteMatch {
  readonly operation: Operation;
  /** The argument that `*name` of the path takes, decoded. */
  readonly rest: Readonly<Record<string, string>>;
}

/** A path written with `%` escapes that are no UTF-8. */
export class UndecodablePath extends Error {}

/** Finds the operation of a method and a path: exact paths by one look-up, wildcard paths by their longest prefix, then by the longest end that follows the wildcard. */
export class RouteTable {
  readonly #exact = new Map<string, Operation>();
  readonly #wildcards: {
    readonly method: HttpMethod;
    readonly prefix: string;
    readonly suffix: string;
    readonly name: string;
    readonly operation: Operation;
  }[] = [];

  constructor(operations: readonly Operation[]) {
    for (const operation of operations)
      if (operation.http) this.#add(operation, operation.http.method, operation.http.path);
    this.#wildcards.sort((a, b) => b.prefix.length - a.prefix.length || b.suffix.length - a.suffix.length);
  }

  match(method: string, path: string): RouteMatch | undefined {
    const operation = this.#exact.get(`${method} ${path}`);
    if (operation) return { operation, rest: {} };
    for (const wildcard of this.#wildcards) {
      if (wildcard.method !== method) continue;
      const taken = between(path, wildcard);
      if (taken !== undefined) return { operation: wildcard.operation, rest: { [wildcard.name]: decode(taken) } };
    }
    return undefined;
  }

  #add(operation: Operation, method: HttpMethod, path: string): void {
    const star = path.indexOf('/*');
    if (star < 0) {
      const line = `${method} ${path}`;
      if (this.#exact.has(line)) throw new Error(`${line} is declared twice`);
      this.#exact.set(line, operation);
      return;
    }
    const [name = '', ...end] = path.slice(star + 2).split('/');
    const suffix = end.map((segment) => `/${segment}`).join('');
    this.#wildcards.push({ method, prefix: path.slice(0, star + 1), suffix, name, operation });
  }
}

/** What a path has between prefix and suffix; undefined where it is nothing, or they do not fit. */
function between(path: string, { prefix, suffix }: { prefix: string; suffix: string }): string | undefined {
  if (path.length <= prefix.length + suffix.length) return undefined;
  if (!path.startsWith(prefix) || !path.endsWith(suffix)) return undefined;
  return path.slice(prefix.length, path.length - suffix.length);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new UndecodablePath('path is not valid UTF-8', { cause });
  }
}
