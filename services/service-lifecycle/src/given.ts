type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The arguments that are there, for a codec that leaves undefined members out itself but is not typed so. */
export function given<T extends object>(values: T): Given<T> {
  return values as Given<T>;
}
