/** A filter that is there, with its arguments. */
export interface OpenFilter {
  readonly name: string;
  readonly args: readonly unknown[];
}
