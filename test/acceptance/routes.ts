import { allOperations, type FieldKind, type HttpRoute, type Operation } from '@countinghouse/contracts';
import type { z } from 'zod';

export type RoutedOperation = Operation & { readonly http: HttpRoute };

/** Every operation that has a route. */
export const routedOperations = allOperations.filter(
  (operation): operation is RoutedOperation => operation.http !== undefined,
);

/** A path that the route takes; a wildcard gets a name that nothing has. */
export function samplePath(operation: RoutedOperation, rest = 'no-such-name'): string {
  return operation.http.path.replace(/\*\w+/, rest);
}

export function wildcardOf(operation: RoutedOperation): string | undefined {
  return /\*(\w+)/.exec(operation.http.path)?.[1];
}

export interface Argument {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** The only values of a text, where it has such. */
  readonly oneOf: readonly string[] | undefined;
}

/** What the operation takes in its query or body. */
export function argumentsOfOperation(operation: RoutedOperation): Argument[] {
  const shape = (operation.args as Partial<z.ZodObject>).shape ?? {};
  return Object.entries(shape).flatMap(([name, schema]) => {
    const meta = (schema as z.ZodType).meta();
    if (meta?.kind === undefined || name === wildcardOf(operation)) return [];
    const oneOf = Array.isArray(meta.enum) ? (meta.enum as string[]) : undefined;
    return [{ name, kind: meta.kind as FieldKind, required: meta.required === true, oneOf }];
  });
}

const patterns = routedOperations.map((operation) => ({
  operation,
  method: operation.http.method,
  pattern: new RegExp(`^${operation.http.path.replace(/\*\w+/, '.+')}$`),
}));

/** A template chooses its status by itself (decisions.md 7). */
const FREE_STATUSES = new Set(['template.get', 'template.post', 'template.get-public', 'template.post-public']);

/** The statuses that a request may be answered with; undefined where no operation says so. The dialect `shm` turns 403 into 401. */
export function documentedStatuses(method: string, path: string): readonly number[] | undefined {
  const found = patterns.filter((candidate) => candidate.method === method && candidate.pattern.test(path));
  if (found.length === 0 || found.some(({ operation }) => FREE_STATUSES.has(operation.id))) return undefined;
  const errors = found.flatMap(({ operation }) => operation.errors);
  return [200, 201, ...errors, ...(errors.includes(403) ? [401] : []), ...(found.some(redirects) ? [302] : [])];
}

function redirects({ operation }: { operation: RoutedOperation }): boolean {
  return operation.id === 'session.login' || operation.id === 'session.login-by-link';
}
