import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossOrigin } from './cross-origin.ts';

let server: Server;

beforeAll(async () => {
  const app = express();
  app.use(crossOrigin(['https://ours.example']));
  app.use((_request, response) => void response.status(404).end());
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(() => void server.close());

async function ask(method: string, headers: Record<string, string>) {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { method, headers });
  const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
  return { status: answer.status, names, origin: answer.headers.get('access-control-allow-origin') };
}

const preflight = { 'access-control-request-method': 'PUT' };

it('allows a listed origin, and answers what its browser asks first', async () => {
  const headers = { origin: 'https://ours.example' };
  expect(await ask('GET', headers)).toMatchObject({ status: 404, origin: 'https://ours.example' });
  expect(await ask('OPTIONS', { ...headers, ...preflight })).toMatchObject({
    status: 204,
    origin: 'https://ours.example',
  });
});

it.each([{ origin: 'https://other.example' }, { origin: 'null' }, {}])(
  'sends no CORS header to %o',
  async (headers) => {
    expect(await ask('GET', { ...headers })).toEqual({ status: 404, names: [], origin: null });
    expect(await ask('OPTIONS', { ...headers, ...preflight })).toEqual({ status: 404, names: [], origin: null });
  },
);
