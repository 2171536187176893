import { Agent, type Dispatcher, request } from 'undici';
import { fail, messageOf, stuck, success, type TransportResult } from './outcome.ts';
import type { OutgoingPolicy } from './outgoing-policy.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;
const BODY_LIMIT_BYTES = 1024 * 1024;
export const HTTP_TIMEOUT_MS_DEFAULT = 10_000;

export interface HttpMessage {
  /** In any case; POST by default (domain.md 4.6). */
  readonly method?: string | undefined;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs?: number;
  /** False accepts a certificate for another name; true by default. */
  readonly verifyHostname?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first MiB where the answer is longer. */
  readonly body: string;
  readonly isWhole: boolean;
}

export const LONG_ANSWER = `The answer is longer than ${BODY_LIMIT_BYTES} bytes`;

/** Sends one request. Throws for addresses that the policy refuses, time-outs and broken connections; redirects are not followed. */
export async function sendHttp(message: HttpMessage, policy: OutgoingPolicy): Promise<HttpAnswer> {
  const method = methodOf(message.method);
  const url = new URL(message.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new RangeError(`Not an HTTP address: ${url.protocol}//`);
  await policy.resolve(url.hostname);
  const timeoutMs = message.timeoutMs ?? HTTP_TIMEOUT_MS_DEFAULT;
  const dispatcher = new Agent({
    connect: {
      lookup: policy.lookup,
      timeout: timeoutMs,
      ...(message.verifyHostname === false ? { checkServerIdentity: () => undefined } : {}),
    },
  });
  try {
    const response = await request(url, {
      method,
      dispatcher,
      headers: { ...message.headers },
      ...(method === 'GET' || message.body === '' ? {} : { body: message.body }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { statusCode: status, headers, body } = response;
    return { status, headers: flatHeaders(headers), ...(await readText(body)) };
  } finally {
    await dispatcher.destroy();
  }
}

/** Runs a task's request: up to 499 is a success, with the status shown; 500 and above, time-outs and broken connections fail (domain.md 4.6). */
export async function runHttp(message: HttpMessage, policy: OutgoingPolicy): Promise<TransportResult> {
  if (!METHODS.includes((message.method ?? 'POST').toUpperCase() as (typeof METHODS)[number])) {
    return stuck(`Unknown method: ${message.method}`);
  }
  if (!URL.canParse(message.url)) return stuck('The server has no valid URL');
  try {
    const { status, body, isWhole } = await sendHttp(message, policy);
    const answered = `The server answered ${status}`;
    if (status >= 500) return fail(answered, { status, body });
    if (status >= 300) return success({ status, body, error: answered });
    return success({ status, body, ...(isWhole ? {} : { error: LONG_ANSWER }) });
  } catch (error) {
    return fail(messageOf(error));
  }
}

function methodOf(method: string | undefined): Dispatcher.HttpMethod {
  return (method ?? 'POST').toUpperCase() as Dispatcher.HttpMethod;
}

function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/** Reads no further than the limit: what answers without end does not fill the memory. */
async function readText(body: AsyncIterable<Buffer>): Promise<Pick<HttpAnswer, 'body' | 'isWhole'>> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > BODY_LIMIT_BYTES) break;
  }
  const read = Buffer.concat(chunks).subarray(0, BODY_LIMIT_BYTES);
  return { body: read.toString('utf8'), isWhole: sizeBytes <= BODY_LIMIT_BYTES };
}
