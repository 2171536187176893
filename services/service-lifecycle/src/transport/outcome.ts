import type { JsonObject } from '@countinghouse/contracts';

/** How an attempt ended: `fail` is tried again later, `stuck` waits for an administrator (domain.md 4.3, step 7). */
export type Outcome = 'success' | 'fail' | 'stuck';

export interface TransportResult {
  readonly outcome: Outcome;
  /** What the task shows as its response. */
  readonly response: JsonObject;
}

export function success(response: JsonObject = {}): TransportResult {
  return { outcome: 'success', response };
}

export function fail(error: string, more: JsonObject = {}): TransportResult {
  return { outcome: 'fail', response: { error, ...more } };
}

export function stuck(error: string, more: JsonObject = {}): TransportResult {
  return { outcome: 'stuck', response: { error, ...more } };
}

/** The text of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
