import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutgoingPolicy } from './outgoing-policy.ts';
import { runTelegram, type TelegramBot } from './telegram.ts';

const policy = new OutgoingPolicy(['127.0.0.1']);
const calls: { url: string | undefined; body: unknown }[] = [];
let server: Server;
let bot: TelegramBot;

/** A stand-in for Telegram's HTTP API: the chat's number is the error it answers. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as { chat_id: number };
    calls.push({ url: request.url, body });
    const code = body.chat_id;
    if (code === 200) response.end(JSON.stringify({ ok: true, result: { message_id: 5 } }));
    else response.writeHead(code).end(JSON.stringify({ ok: false, error_code: code, description: 'no' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  bot = { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: '123:secret', chatId: 200 };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const send = (chatId: number | undefined) =>
  runTelegram({ ...bot, chatId }, { method: 'sendMessage', parameters: { text: 'hello' } }, policy);

describe('runTelegram', () => {
  it('calls the method of the bot', async () => {
    expect(await send(200)).toEqual({ outcome: 'success', response: { result: { message_id: 5 } } });
    expect(calls.at(-1)).toEqual({ url: '/bot123:secret/sendMessage', body: { chat_id: 200, text: 'hello' } });
  });

  it.each([
    [403, 'success'],
    [400, 'stuck'],
    [404, 'stuck'],
    [429, 'fail'],
    [500, 'fail'],
  ])('takes the error %i for %s', async (code, outcome) => {
    expect(await send(code)).toMatchObject({ outcome, response: { error: `Telegram answered ${code}: no` } });
  });

  it('succeeds without a chat or a token', async () => {
    expect((await send(undefined)).outcome).toBe('success');
    expect((await runTelegram({ ...bot, token: undefined }, { method: 'getMe', parameters: {} }, policy)).outcome).toBe(
      'success',
    );
  });

  it('never shows the token', async () => {
    const result = await runTelegram(
      { ...bot, apiUrl: 'http://127.0.0.1:1' },
      { method: 'getMe', parameters: {} },
      policy,
    );
    expect(result.outcome).toBe('fail');
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});
