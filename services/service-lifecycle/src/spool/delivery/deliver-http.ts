import { HTTP_TIMEOUT_MS_DEFAULT, runHttp } from '../../transport/http.ts';
import { stuck, type TransportResult } from '../../transport/outcome.ts';
import type { OutgoingPolicy } from '../../transport/outgoing-policy.ts';
import { type Delivery, keyOf } from './delivery.ts';
import { objectOption, secondsOption, switchOption, textOption } from './option-values.ts';

/** Keeps an answer in the storage of the task's user. */
export type SaveAnswer = (userId: number, name: string, body: string) => Promise<void>;

/** Sends the rendered template to the server's URL, which may hold tags; `storage_save_key` keeps what came back (domain.md 4.6). */
export async function deliverByHttp(
  delivery: Delivery,
  policy: OutgoingPolicy,
  save: SaveAnswer,
): Promise<TransportResult> {
  const { options, task } = delivery;
  const url = textOption(options, 'host') ?? textOption(options, 'url');
  if (url === undefined) return stuck('The task has no server');
  const rendered = await delivery.renderTemplate();
  if (rendered === undefined) return stuck('The task has no template');
  const result = await runHttp(
    {
      method: textOption(options, 'method'),
      url: await delivery.renderText(url),
      headers: headersOf(delivery),
      body: rendered.text,
      timeoutMs: secondsOption(options, 'timeout') ?? HTTP_TIMEOUT_MS_DEFAULT,
      verifyHostname: switchOption(options, 'verify_hostname') ?? true,
    },
    policy,
  );
  const name = textOption(options, 'storage_save_key');
  const { body, error } = result.response;
  if (name !== undefined && result.outcome === 'success' && error === undefined) {
    await save(task.userId, name, String(body ?? ''));
  }
  return result;
}

function headersOf({ options, task }: Delivery): Record<string, string> {
  const own = Object.entries(objectOption(options, 'headers')).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  const contentType = textOption(options, 'content_type');
  return {
    'content-type': contentType ?? 'application/json',
    ...Object.fromEntries(own),
    'idempotency-key': keyOf(task),
  };
}
