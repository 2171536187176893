import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changeConfig, mergeSettings, selectTasks } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShop, type Shop } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';

const settings = { allow_write: true };
const received: { url: string | undefined; body: unknown }[] = [];
let system: TestSystem;
let telegramApi: Server;
let shop: Shop;

/** Telegram's HTTP API has a stand-in; there is no mail server, so tasks of mails wait. */
beforeAll(async () => {
  telegramApi = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ url: request.url, body: JSON.parse(text) });
    response.end(JSON.stringify({ ok: true, result: {} }));
  });
  await new Promise<void>((resolve) => telegramApi.listen(0, '127.0.0.1', () => resolve()));
  system = await TestSystem.start(1, { OUTGOING_ALLOW: '127.0.0.1' });
  shop = await openShop(system);
  const api_url = `http://127.0.0.1:${(telegramApi.address() as AddressInfo).port}`;
  const value = { token: '1:main', api_url, news: { token: '2:news' } };
  await system.call(changeConfig, { key: 'telegram', value } as never);
  await known('2:news');
  const telegram = { chat_id: 5, news: { chat_id: 7 } };
  await system.call(mergeSettings, { user_id: shop.anna, settings: { telegram } }, as.system());
});
/** Until the service that sends knows what the configuration holds. */
async function known(text: string): Promise<void> {
  const projection = system.storeOf('service-lifecycle').collection<{ _id: string; value: string }>('config');
  const isKnown = async () => expect((await projection.findOne({ _id: 'telegram' }))?.value).toContain(text);
  await vi.waitFor(isKnown, { timeout: 20_000 });
}

afterAll(async () => {
  await system.stop();
  telegramApi.closeAllConnections();
  await new Promise((resolve) => telegramApi.close(resolve));
});

const forAnna = (source: string, options = {}) =>
  system.print(source, { settings, caller: as.user(shop.anna), ...options });

describe('telegram', () => {
  it.each([
    ["telegram.send('hello')", '/bot1:main/sendMessage', { chat_id: '5', text: 'hello' }],
    ["user.telegram.send('hello')", '/bot1:main/sendMessage', { chat_id: '5', text: 'hello' }],
    ["telegram.send({ sendPhoto = { photo = 'p' } })", '/bot1:main/sendPhoto', { chat_id: '5', photo: 'p' }],
    ["telegram.api('getMe', { a = 1 })", '/bot1:main/getMe', { chat_id: '5', a: 1 }],
    ['telegram.tg_api({ getChat = {} })', '/bot1:main/getChat', { chat_id: '5' }],
    ["telegram.sendMessage( text = 't', chat_id = 9 )", '/bot1:main/sendMessage', { chat_id: 9, text: 't' }],
    ['telegram.deleteMessage({ message_id = 3 })', '/bot1:main/deleteMessage', { chat_id: '5', message_id: 3 }],
    ["telegram.profile('news').send('n')", '/bot2:news/sendMessage', { chat_id: '7', text: 'n' }],
  ])('%s prints nothing, and a task sends it', async (call, url, body) => {
    received.length = 0;
    expect(await forAnna(`<{{ ${call} }}>`)).toBe('<>');
    await expect.poll(() => received).toEqual([{ url, body }]);
  });

  it.each([
    ["telegram.send('x')", 'telegram.send writes'],
    ["telegram.sendMessage( text = 'x' )", 'telegram.sendMessage writes'],
  ])('%s needs allow_write', async (call, text) => {
    await expect(forAnna(`{{ ${call} }}`, { settings: {} })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(text),
    });
  });

  it.each(['bot', 'uploadDocument', 'uploadPhoto', 'printQrCode', 'shmRegister', 'shmServiceOrder'])(
    '%s says that it is not offered',
    async (name) => {
      await expect(forAnna(`{{ telegram.${name}('x') }}`)).rejects.toMatchObject({
        message: expect.stringContaining(`telegram.${name} is not offered`),
      });
    },
  );

  it('takes names of methods only', async () => {
    await expect(forAnna("{{ telegram.api('../getMe') }}")).rejects.toMatchObject({ status: 400 });
  });
});

describe('mail', () => {
  async function lastTask(): Promise<Record<string, unknown> | undefined> {
    const args = { user_id: shop.anna, limit: 1 };
    return ((await system.call(selectTasks, args, as.system())).rows as readonly Record<string, unknown>[])[0];
  }

  it('is a task of the group for mails', async () => {
    const call = "mail.setup( subject = 'S', to = 'b@example.org' ).send('text', 'bcc', 'c@example.org')";
    expect(await forAnna(`<{{ ${call} }}>`)).toBe('<>');
    expect(await lastTask()).toMatchObject({
      event: { server_gid: 2, settings: { transport: 'mail' } },
      settings: { subject: 'S', to: 'b@example.org', bcc: 'c@example.org', message: 'text' },
    });
  });

  it('may name a server', async () => {
    await forAnna("{{ user.mail.setup( server_id = 9 ).send('text') }}");
    const task = await lastTask();
    expect(task).toMatchObject({ settings: { server_id: 9, message: 'text' } });
    expect(task?.event).not.toHaveProperty('server_gid');
  });

  it.each([
    ["mail.send('x')", {}, 'mail.send writes'],
    ["mail.setup( password = 'p' )", settings, 'password is not offered'],
    ['mail.deliver', settings, 'mail.deliver is not offered'],
  ])('%s is refused', async (call, own, text) => {
    await expect(forAnna(`{{ ${call} }}`, { settings: own })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(text),
    });
  });

  it('has no recipient where there is no user', async () => {
    const name = await system.save("{{ mail.send('x') }}", { ...settings, allow_public: true });
    await expect(system.render(name, { caller: as.nobody() })).rejects.toMatchObject({
      message: expect.stringContaining('mail.send: there is no user'),
    });
  });
});
