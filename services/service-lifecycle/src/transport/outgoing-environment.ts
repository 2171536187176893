import { z } from 'zod';
import { OutgoingPolicy } from './outgoing-policy.ts';

export const outgoingVariables = {
  /** Addresses and CIDR ranges, separated by commas or spaces, that tasks may connect to though they are private or local. */
  OUTGOING_ALLOW: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .refine(isPolicy, 'addresses and CIDR ranges, separated by commas'),
};

function isPolicy(ranges: readonly string[]): boolean {
  try {
    return new OutgoingPolicy(ranges) instanceof OutgoingPolicy;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** What the operator lets tasks connect to. */
export function outgoingPolicy(environment: { readonly OUTGOING_ALLOW: readonly string[] }): OutgoingPolicy {
  return new OutgoingPolicy(environment.OUTGOING_ALLOW);
}
