import { type OutgoingAnswer, sendRequest } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import { Arguments, hashOf, type Named } from './arguments.ts';
import { FUNCTIONS, fromJson } from './functions.ts';
import { JsonText } from './json-text.ts';
import { parsed } from './parsed-arguments.ts';
import { isTrue } from './query/query-state.ts';
import type { Render } from './render.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'options'];

/**
 * `http.get(url, 'headers', {…}, 'content', data, …)` (templates.md 2.3). Requests count as writes and leave from service-lifecycle,
 * whose policy of outgoing requests holds. A JSON answer is data, any other its text, whatever its status.
 */
export function http(render: Render): object {
  let last: OutgoingAnswer | undefined;
  const send = async (method: string, given: unknown[]): Promise<unknown> => {
    const args = new Arguments(given);
    const options = new Arguments(given.slice(1)).pairs();
    const request = requestOf(method, args.text(0), options);
    const { rows } = await render.write(`http.${method}`, sendRequest, parsed(sendRequest, request));
    last = rows[0] as OutgoingAnswer;
    return isTrue(options.full_response) ? fullResponse(last) : contentOf(last);
  };
  return hostObject({
    get: (name) => {
      if (name === 'response') return last && fullResponse(last);
      if (!METHODS.includes(name)) throw new Error(`http.${name} is not offered`);
      return (...args: unknown[]) => send(name, args);
    },
  });
}

function requestOf(method: string, url: string, options: Named): object {
  const { headers, content, content_type: contentType = 'application/json', timeout, verify_hostname } = options;
  const isGet = method === 'get';
  return {
    method: method.toUpperCase(),
    url: isGet ? withQuery(url, content) : url,
    headers: { 'content-type': String(contentType), ...textsOf(headers) },
    ...(isGet || content === undefined
      ? {}
      : { body: typeof content === 'object' ? jsonOf(content) : String(content) }),
    ...(timeout === undefined ? {} : { timeout: Number(timeout) }),
    ...(verify_hostname === undefined ? {} : { verify_hostname: isTrue(verify_hostname) ? 1 : 0 }),
  };
}

function jsonOf(value: unknown): string {
  return new JsonText().write(value);
}

/** GET carries its content in the query. */
function withQuery(url: string, content: unknown): string {
  const query = FUNCTIONS.toQueryString?.(content);
  if (typeof query !== 'string' || query === '') return url;
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

function textsOf(headers: unknown): Record<string, string> {
  const named = Object.entries(hashOf(headers) ?? {});
  return Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), String(value ?? '')]));
}

function contentOf({ headers, body }: OutgoingAnswer): unknown {
  return /\bjson\b/i.test(headers['content-type'] ?? '') ? (fromJson(body) ?? body) : body;
}

function fullResponse(answer: OutgoingAnswer): object {
  const { status, headers } = answer;
  return Object.assign(Object.create(null), {
    http_code: status,
    http_status_line: String(status),
    http_headers: Object.assign(Object.create(null), headers),
    body: contentOf(answer),
  });
}
