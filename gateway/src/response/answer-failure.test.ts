import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@countinghouse/process';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readGatewayEnvironment } from '../environment.ts';
import { answerFailure } from './answer-failure.ts';

let server: Server;
let url: string;

beforeAll(async () => {
  const environment = readGatewayEnvironment({ NATS_URL: 'nats://127.0.0.1:4222' });
  const parts = { environment, log: createLog('gateway', 'silent') };
  const app = express();
  app.get('/:how', (request, response) => {
    if (request.params.how === 'unanswerable') response.setHeader('Trailer', 'x');
    answerFailure(parts, { request, response, requestId: 'one', path: request.path }, new Error('secret'));
  });
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it('answers a failure that nobody expected without its text', async () => {
  const answer = await fetch(`${url}/plain`);
  expect(await answer.json()).toEqual({ status: 500, error: 'Internal error', request_id: 'one' });
});

it('cuts the connection where the answer cannot be written, and serves on', async () => {
  await expect(fetch(`${url}/unanswerable`)).rejects.toThrow('fetch failed');
  expect((await fetch(`${url}/plain`)).status).toBe(500);
});
