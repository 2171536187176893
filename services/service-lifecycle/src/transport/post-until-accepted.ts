import { type HttpMessage, sendHttp } from './http.ts';
import { fail, success, type TransportResult } from './outcome.ts';
import type { OutgoingPolicy } from './outgoing-policy.ts';

/** How much of an answer the task keeps. */
const ANSWER_CHARACTERS_MAX = 2_000;

/** Posts what has to be accepted: anything but 2xx fails, so that it is tried again. `receiver` names it in the error. Throws as sendHttp does. */
export async function postUntilAccepted(
  receiver: string,
  message: HttpMessage,
  policy: OutgoingPolicy,
): Promise<TransportResult> {
  const answer = await sendHttp(message, policy);
  const response = { status: answer.status, body: answer.body.slice(0, ANSWER_CHARACTERS_MAX) };
  if (answer.status >= 200 && answer.status < 300) return success(response);
  return fail(`The ${receiver} answered ${answer.status}`, response);
}
