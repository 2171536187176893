import type { MethodContext } from '../methods/method.ts';

export type Filter = (context: MethodContext, text: string, args: readonly unknown[]) => string;

/** A filter without arguments that depends on the text alone. */
export type SimpleFilter = (text: string) => string;
