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
  readonly body: string;
}

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
    return { status: response.statusCode, headers: flatHeaders(response.headers), body: await readText(response.body) };
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
    const { status, body } = await sendHttp(message, policy);
    if (status >= 500) return fail(`The server answered ${status}`, { status, body });
    return success(status < 300 ? { status, body } : { status, body, error: `The server answered ${status}` });
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

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > BODY_LIMIT_BYTES) throw new RangeError(`The answer is larger than ${BODY_LIMIT_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
