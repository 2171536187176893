import type { JsonObject } from '@countinghouse/contracts';
import type { Outcome, TransportResult } from '../transport/outcome.ts';

/**
 * How an attempt ended, with the server that a group chose for it. `waiting` found its service busy: shown as `status`, but it
 * was no attempt.
 */
export type Conclusion =
  | { readonly kind: Outcome; readonly response: JsonObject; readonly chosenServer?: number }
  | { readonly kind: 'waiting'; readonly status: 'FAIL' | 'DELAYED'; readonly response: JsonObject };

/** What came of sending something. */
export function conclusionOf(result: TransportResult & { readonly chosenServer?: number }): Conclusion {
  const { outcome, response, chosenServer } = result;
  return { kind: outcome, response, ...(chosenServer === undefined ? {} : { chosenServer }) };
}

/** The service of the task is being changed or served by somebody else. */
export function serviceLocked(): Conclusion {
  return { kind: 'waiting', status: 'DELAYED', response: { error: 'User service is locked' } };
}
