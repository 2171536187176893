import type { JsonObject } from '@countinghouse/contracts';
import type { Outcome, TransportResult } from '../transport/outcome.ts';

/** How an attempt ended. `waiting` found its service busy: shown as `status`, but it was no attempt. */
export type Conclusion =
  | { readonly kind: Outcome; readonly response: JsonObject }
  | { readonly kind: 'waiting'; readonly status: 'FAIL' | 'DELAYED'; readonly response: JsonObject };

/** What came of sending something. */
export function conclusionOf({ outcome, response }: TransportResult): Conclusion {
  return { kind: outcome, response };
}

/** The service of the task is being changed or served by somebody else. */
export function serviceLocked(): Conclusion {
  return { kind: 'waiting', status: 'DELAYED', response: { error: 'User service is locked' } };
}
