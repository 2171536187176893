import type { IncomingMessage } from 'node:http';
import { Fault } from '@countinghouse/contracts';

/** The whole body as text; Fault 413 above the limit, without reading further, 400 where the client went away meanwhile. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<string> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared === 0 && request.headers['transfer-encoding'] === undefined) return '';
  if (declared > limitBytes) throw tooLarge(limitBytes);
  return decodeUtf8(await readBytes(request, limitBytes));
}

async function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
      chunks.push(chunk);
    }
  } catch (cause) {
    // Else anybody could fill the log with failures that are not ours.
    throw request.destroyed && !(cause instanceof Fault) ? new Fault(400, 'The request broke off', { cause }) : cause;
  }
  return Buffer.concat(chunks);
}

/** May the body have more bytes than this? A body in chunks does not say. */
export function mayBeLarger(request: IncomingMessage, bytes: number): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > bytes;
}

function tooLarge(limitBytes: number): Fault {
  return new Fault(413, `The request body is larger than ${limitBytes} bytes`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new Fault(400, 'Invalid value of body: expected UTF-8 text', { cause });
  }
}
