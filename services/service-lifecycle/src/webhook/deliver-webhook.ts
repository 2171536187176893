import { WEBHOOK_SIGNATURE_HEADER } from '@countinghouse/contracts';
import type { ClaimedTask } from '../spool/claimed-task.ts';
import { type Conclusion, conclusionOf } from '../spool/conclusion.ts';
import { keyOf } from '../spool/delivery/delivery.ts';
import type { OutgoingPolicy } from '../transport/outgoing-policy.ts';
import { postUntilAccepted } from '../transport/post-until-accepted.ts';
import { signatureOf } from './signature.ts';
import type { Webhooks } from './webhooks.ts';

/**
 * Posts a notice, signed anew for each attempt, since receivers refuse old signatures. Anything but 2xx is tried again; nobody is
 * told who is not there or switched off by now.
 */
export async function deliverWebhook(
  webhooks: Webhooks,
  policy: OutgoingPolicy,
  task: ClaimedTask,
): Promise<Conclusion> {
  const hook = await webhooks.rows.find(Number(task.settings.webhook_id));
  if (hook?.enabled !== 1) return { kind: 'success', response: { skipped: 'the webhook is gone or switched off' } };
  const body = JSON.stringify(task.settings.notice);
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': keyOf(task),
    [WEBHOOK_SIGNATURE_HEADER]: signatureOf(hook.secret, body, Date.now()),
  };
  return conclusionOf(await postUntilAccepted('receiver', { url: String(hook.url), body, headers }, policy));
}
