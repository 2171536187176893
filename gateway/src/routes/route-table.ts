import type { HttpMethod, Operation } from '@countinghouse/contracts';

export interface RouteMatch {
  readonly operation: Operation;
  /** The argument that a trailing `*name` of the path takes, decoded. */
  readonly rest: Readonly<Record<string, string>>;
}

/** A path written with `%` escapes that are no UTF-8. */
export class UndecodablePath extends Error {}

/** Finds the operation of a method and a path: exact paths by one look-up, wildcard paths by their longest prefix. */
export class RouteTable {
  readonly #exact = new Map<string, Operation>();
  readonly #wildcards: {
    readonly method: HttpMethod;
    readonly prefix: string;
    readonly name: string;
    readonly operation: Operation;
  }[] = [];

  constructor(operations: readonly Operation[]) {
    for (const operation of operations)
      if (operation.http) this.#add(operation, operation.http.method, operation.http.path);
    this.#wildcards.sort((a, b) => b.prefix.length - a.prefix.length);
  }

  match(method: string, path: string): RouteMatch | undefined {
    const operation = this.#exact.get(`${method} ${path}`);
    if (operation) return { operation, rest: {} };
    for (const wildcard of this.#wildcards) {
      if (wildcard.method === method && path.startsWith(wildcard.prefix) && path.length > wildcard.prefix.length) {
        return { operation: wildcard.operation, rest: { [wildcard.name]: decode(path.slice(wildcard.prefix.length)) } };
      }
    }
    return undefined;
  }

  #add(operation: Operation, method: HttpMethod, path: string): void {
    const star = path.indexOf('/*');
    if (star < 0) {
      const line = `${method} ${path}`;
      if (this.#exact.has(line)) throw new Error(`${line} is declared twice`);
      this.#exact.set(line, operation);
    } else this.#wildcards.push({ method, prefix: path.slice(0, star + 1), name: path.slice(star + 2), operation });
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new UndecodablePath('path is not valid UTF-8', { cause });
  }
}
