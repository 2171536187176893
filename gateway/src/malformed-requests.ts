import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Filters travel in the query: room for a long one, as the peer's nginx has (Node's default is 16 KiB). */
export const HEADER_BYTES_MAX = 64 * 1024;

/** What Node's parser refuses never reaches the application; it is answered in the shape of all failures (decisions.md 3). */
export function answerMalformedRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const [status, text] = failureOf(error.code);
    const body = JSON.stringify({ status, error: text, request_id: randomUUID() });
    socket.end(`${headOf(status, body)}${body}`);
  });
}

function failureOf(code: string | undefined): readonly [number, string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return [431, `The address and the headers are larger than ${HEADER_BYTES_MAX} bytes`];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time'];
  return [400, 'The request is no HTTP'];
}

function headOf(status: number, body: string): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '\r\n',
  ].join('\r\n');
}
