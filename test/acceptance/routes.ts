import { allOperations, type HttpRoute, type Operation } from '@countinghouse/contracts';

export type RoutedOperation = Operation & { readonly http: HttpRoute };

/** Every operation that has a route. */
export const routedOperations = allOperations.filter(
  (operation): operation is RoutedOperation => operation.http !== undefined,
);

/** A path that the route takes; a wildcard gets a name that nothing has. */
export function samplePath({ http }: RoutedOperation): string {
  return http.path.replace(/\*\w+/, 'no-such-name');
}
