import type { Runtime } from '@countinghouse/service';
import type { ClaimedTask } from '../spool/claimed-task.ts';
import { type Conclusion, conclusionOf } from '../spool/conclusion.ts';
import { hasAccount } from '../spool/has-account.ts';
import { stuck } from '../transport/outcome.ts';
import type { OutgoingPolicy } from '../transport/outgoing-policy.ts';
import { postUntilAccepted } from '../transport/post-until-accepted.ts';

/**
 * Posts a form to the pay system's program: `action=payment`, user_id, ps, amount and the key of the task, which is the same for
 * every attempt. Anything but 2xx is tried again. Nobody asks for the money of a user who was deleted since.
 */
export async function askForAutoPayment(
  runtime: Pick<Runtime, 'systemContext'>,
  policy: OutgoingPolicy,
  task: ClaimedTask,
): Promise<Conclusion> {
  const { userId, key, settings } = task;
  if (!(await hasAccount(runtime, task))) return conclusionOf(stuck(`User not exists: ${userId}`));
  const body = new URLSearchParams({
    action: 'payment',
    user_id: String(userId),
    ps: String(settings.ps),
    amount: String(settings.amount),
    idempotency_key: key,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key };
  const message = { url: String(settings.url), body: body.toString(), headers };
  return conclusionOf(await postUntilAccepted('pay system', message, policy));
}
