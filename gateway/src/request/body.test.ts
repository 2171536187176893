import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readBody } from './body.ts';

let server: Server;
afterEach(() => void server.close());

/** What reading the body of a request comes to; the client goes away once the request has arrived where `leaves` says so. */
async function readingFrom(request: string, { leaves = false } = {}): Promise<unknown> {
  const reading = Promise.withResolvers<unknown>();
  server = createServer(async (incoming, response) => {
    if (leaves) client.destroy();
    reading.resolve(await readBody(incoming, 1024).catch((error: unknown) => error));
    response.end(() => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(`POST / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n${request}`);
  return reading.promise;
}

it('reads the whole body', async () => {
  expect(await readingFrom('Content-Length: 4\r\n\r\nbody')).toBe('body');
});

it('takes a client that goes away for its mistake', async () => {
  expect(await readingFrom('Content-Length: 10\r\n\r\nbody', { leaves: true })).toMatchObject({ status: 400 });
});

it.each([
  ['Content-Length: 1025\r\n\r\n'],
  [`Transfer-Encoding: chunked\r\n\r\n401\r\n${'x'.repeat(1025)}\r\n0\r\n\r\n`],
])('refuses a longer body', async (request) => {
  expect(await readingFrom(request)).toMatchObject({ status: 413 });
});
