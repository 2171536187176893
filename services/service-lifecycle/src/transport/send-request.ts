import { Fault, sendRequest } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { LONG_ANSWER, sendHttp } from './http.ts';
import { messageOf } from './outcome.ts';
import type { OutgoingPolicy } from './outgoing-policy.ts';

const MS_PER_SECOND = 1_000;

/** HTTP requests of templates: sent from here, where the policy of outgoing requests is. */
export function implementSendRequest(policy: OutgoingPolicy): Implementation {
  return implement(sendRequest, async ({ method, url, headers = {}, body = '', timeout, verify_hostname }) => {
    if (!URL.canParse(url)) throw new Fault(400, 'Invalid value of url: expected an HTTP address');
    const timeoutMs = timeout === undefined ? {} : { timeoutMs: timeout * MS_PER_SECOND };
    const message = { method, url, headers, body, ...timeoutMs, verifyHostname: verify_hostname !== 0 };
    try {
      const { isWhole, ...answer } = await sendHttp(message, policy);
      if (!isWhole) throw new RangeError(LONG_ANSWER);
      return { rows: [answer] };
    } catch (cause) {
      throw new Fault(400, `The request to ${new URL(url).host} failed: ${messageOf(cause)}`, { cause });
    }
  });
}
