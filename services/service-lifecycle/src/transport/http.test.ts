import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHttp, sendHttp } from './http.ts';
import { OutgoingPolicy } from './outgoing-policy.ts';

const policy = new OutgoingPolicy(['127.0.0.1']);
let server: Server;
let base: string;
const seen: { method: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(
  () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  seen.push({ method: request.method, headers: request.headers, body });
  const status = Number(request.url?.slice(1));
  if (status === 0) return;
  if (status === 302) response.setHeader('location', 'http://169.254.169.254/');
  response.writeHead(status).end(request.headers['x-long'] ? 'a'.repeat(2 ** 20 + 1) : `answer ${status}`);
}

describe('runHttp', () => {
  it('posts the body with its headers by default', async () => {
    const result = await runHttp(
      { url: `${base}/200`, body: 'hello', headers: { 'Idempotency-Key': 'task-7' } },
      policy,
    );
    expect(result).toEqual({ outcome: 'success', response: { status: 200, body: 'answer 200' } });
    expect(seen.at(-1)).toMatchObject({ method: 'POST', body: 'hello', headers: { 'idempotency-key': 'task-7' } });
  });

  it.each(['get', 'put', 'delete', 'patch', 'options'])('sends %s', async (method) => {
    expect((await runHttp({ method, url: `${base}/204`, body: '' }, policy)).outcome).toBe('success');
    expect(seen.at(-1)?.method).toBe(method.toUpperCase());
  });

  it.each([302, 404])('takes %i for a success and shows it', async (status) => {
    const result = await runHttp({ url: `${base}/${status}`, body: '' }, policy);
    expect(result).toMatchObject({ outcome: 'success', response: { status, error: `The server answered ${status}` } });
  });

  it.each([500, 503])('fails on %i', async (status) => {
    expect((await runHttp({ url: `${base}/${status}`, body: '' }, policy)).outcome).toBe('fail');
  });

  it('goes by the status of a long answer too, whose beginning it keeps', async () => {
    const message = { body: '', headers: { 'X-Long': '1' } };
    const { outcome, response } = await runHttp({ url: `${base}/200`, ...message }, policy);
    expect([outcome, response.error]).toEqual(['success', 'The answer is longer than 1048576 bytes']);
    expect(response.body).toBe('a'.repeat(2 ** 20));
    expect((await runHttp({ url: `${base}/503`, ...message }, policy)).outcome).toBe('fail');
  });

  it('fails on a time-out', async () => {
    const result = await runHttp({ url: `${base}/0`, body: '', timeoutMs: 50 }, policy);
    expect(result.outcome).toBe('fail');
  });

  it('fails where nobody listens', async () => {
    expect((await runHttp({ url: 'http://127.0.0.1:1/', body: '' }, policy)).outcome).toBe('fail');
  });

  it('fails without a connection where the address is refused', async () => {
    const before = seen.length;
    const result = await runHttp({ url: `${base}/200`, body: '' }, new OutgoingPolicy());
    expect(result).toMatchObject({ outcome: 'fail', response: { error: expect.stringContaining('are refused') } });
    expect(seen.length).toBe(before);
  });

  it('is stuck on an unknown method and on a URL that is none', async () => {
    expect((await runHttp({ method: 'brew', url: base, body: '' }, policy)).outcome).toBe('stuck');
    expect((await runHttp({ url: 'nowhere', body: '' }, policy)).outcome).toBe('stuck');
  });

  it('refuses what is no HTTP address', async () => {
    await expect(sendHttp({ url: 'file:///etc/passwd', body: '' }, policy)).rejects.toThrow('Not an HTTP address');
  });
});
