import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerMalformedRequests, HEADER_BYTES_MAX } from './malformed-requests.ts';

let server: Server;

beforeAll(async () => {
  server = createServer({ maxHeaderSize: HEADER_BYTES_MAX }, (_request, response) => void response.end('served'));
  answerMalformedRequests(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

async function answerTo(request: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  return text(socket);
}

function get(queryBytes: number): string {
  return `GET /?${'x'.repeat(queryBytes)} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`;
}

it('serves a long query', async () => {
  expect(await answerTo(get(HEADER_BYTES_MAX - 1024))).toContain('served');
});

it.each([
  [431, get(HEADER_BYTES_MAX)],
  [400, 'no request at all\r\n\r\n'],
])('answers %i as JSON', async (status, request) => {
  const [head = '', body = ''] = (await answerTo(request)).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head).toContain('Content-Type: application/json');
  expect(JSON.parse(body)).toEqual({ status, error: expect.stringMatching(/./), request_id: expect.any(String) });
});
