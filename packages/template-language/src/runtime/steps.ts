/** Work of a render that yields each promise it has to wait for, and answers a value in the end. */
export type Steps<T> = Generator<unknown, T, unknown>;
