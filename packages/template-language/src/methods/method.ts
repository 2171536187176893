/** What methods and filters need of the render: its limits. */
export interface MethodContext {
  /** Passes on a text, or ends the render if it is too long. */
  bounded(text: string): string;
  /** Refuses a length in characters before the text is made. */
  checkTextLength(length: number): void;
  /** Refuses a list before it is made. */
  checkItems(count: number): void;
  /** Counts work whose amount depends on data. */
  charge(units: number): void;
  /** Must come before a change of data that the host can see. */
  effect(): void;
  /** Calls a function of the host. */
  callHost(callee: (...args: unknown[]) => unknown, args: readonly unknown[]): unknown;
}

export type Method<Self> = (context: MethodContext, self: Self, args: readonly unknown[]) => unknown;
export type TextMethod = Method<string>;
export type ListMethod = Method<unknown[]>;
export type HashMethod = Method<object>;
