import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The address cannot be reached from here, or does not have the file. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

const BODY_TIMEOUT_MS = 600_000;

/**
 * Fetches a file over HTTP(S) to `target`. A host that has not begun to answer within `answerTimeoutMs`
 * (default 4 s) is given up, so that a machine without a way out does not wait for it.
 */
export async function downloadFile(url: string, target: string, answerTimeoutMs?: number): Promise<void> {
  const response = await request(url, answerTimeoutMs);
  if (response.body === null) throw new DownloadFailed(`${url} answered without a body`);
  await pipeline(Readable.fromWeb(response.body), createWriteStream(target), {
    signal: AbortSignal.timeout(BODY_TIMEOUT_MS),
  });
}

/** Fetches a short text over HTTP(S). */
export async function downloadText(url: string, answerTimeoutMs?: number): Promise<string> {
  return (await request(url, answerTimeoutMs)).text();
}

async function request(url: string, answerTimeoutMs = 4_000): Promise<Response> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), answerTimeoutMs);
  const response = await fetch(url, { signal: abort.signal }).catch((cause: unknown) => {
    throw new DownloadFailed(`${new URL(url).host} does not answer`, { cause });
  });
  clearTimeout(timer);
  if (!response.ok) throw new DownloadFailed(`${url} answered ${response.status}`);
  return response;
}
