import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addIdentity,
  addServer,
  addServerGroup,
  addService,
  addServiceEvent,
  addUser,
  changeConfig,
  type JsonObject,
  loadStorage,
  orderForUser,
  readUserServices,
  type ServerGroupRow,
  type ServerRow,
  type SpoolHistoryRow,
  type UserRow,
} from '@countinghouse/contracts';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpenSshMissing, type OpenSshServer, startOpenSshServer } from '../../transport/open-ssh-server.ts';
import { SpoolWorld } from '../spool-world.ts';
import type { TaskEvent } from '../task.ts';
import { outcomeOf } from './deliver-local.ts';

let world: SpoolWorld;
let user: number;

beforeAll(async () => {
  world = await SpoolWorld.open({
    with: ['billing', 'user', 'template-renderer'],
    now: '2022-01-01 00:00:00',
  });
  const values = {
    login: 'ann',
    password: 'secret-1',
    settings: { email: 'ann@example.com', telegram: { chat_id: 200 } },
  };
  const { rows } = await world.call(addUser, values);
  user = (rows[0] as UserRow).user_id;
  await world.call(changeConfig, { key: 'mail', value: { from: 'shop@example.com' } });
  await world.run();
});
afterAll(() => world.close());

/** Runs one task and answers its first attempt. */
async function attempt(settings: JsonObject, more: Partial<TaskEvent> = {}): Promise<SpoolHistoryRow> {
  const event: TaskEvent = { kind: 'UserService', title: 'A title', name: 'TEST', settings, ...more };
  const id = await world.queue({ event, user_id: user, attempts: 1 });
  await world.run();
  const [row] = await world.history(id);
  if (!row) throw new Error('The task did not run');
  return row;
}

function responseOf(row: SpoolHistoryRow): JsonObject {
  return row.response as JsonObject;
}

describe('local', () => {
  it.each([
    ['TASK_SUCCESS', 'success'],
    ['TASK_FAIL', 'fail'],
    ['TASK_STUCK', 'stuck'],
    ['SUCCESS', 'success'],
    ['STUCK', 'stuck'],
    [1, 'success'],
    ['1', 'success'],
    [0, 'fail'],
    ['', 'stuck'],
    [null, 'stuck'],
    ['whatever', 'fail'],
  ])('takes task.answer(%j) for %s (quirk Q11)', (status, outcome) => {
    expect(outcomeOf(status)).toBe(outcome);
  });

  it('succeeds without an answer and shows the text', async () => {
    await world.template('local-text', '{{ user.login }}/{{ task.event.name }}/{{ task.id > 0 }}');
    const row = await attempt({ transport: 'local', template_id: 'local-text' });
    expect([row.status, responseOf(row).text]).toEqual(['SUCCESS', 'ann/TEST/1']);
  });

  it('does as the template answers, with its message', async () => {
    await world.template('local-stuck', "{{ task.answer( TASK_STUCK, 'call the boss' ) }}");
    const row = await attempt({ transport: 'local', template_id: 'local-stuck' });
    expect(row).toMatchObject({ status: 'STUCK', response: { msg: 'call the boss' } });
    await world.template('local-fail', '{{ task.answer( 0 ) }}');
    const event: TaskEvent = { kind: 'UserService', title: 't', name: 'TEST' };
    const id = await world.queue({ event, settings: { transport: 'local', template_id: 'local-fail' } });
    await world.run();
    expect(await world.task(id)).toMatchObject({ status: 'FAIL' });
  });

  it('fails on an error of the template and is stuck without it', async () => {
    await world.template('local-broken', "{{ THROW oops 'no' }}");
    expect(await attempt({ transport: 'local', template_id: 'local-broken' })).toMatchObject({ status: 'STUCK' });
    const row = await attempt({ transport: 'local', template_id: 'nowhere' });
    expect(responseOf(row).error).toBe('Template not found: nowhere');
  });
});

describe('http', () => {
  let server: Server;
  let host: string;
  const requests: { method?: string; url?: string; headers: JsonObject; body: string }[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers: headers as JsonObject, body });
      response.writeHead(Number(/\d{3}$/.exec(url)?.[0] ?? 200)).end('the answer');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await world.template('http-body', '{"login":"{{ user.login }}"}', { content_type: 'text/plain', method: 'patch' });
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('sends the template to the rendered URL; the event wins over the template, which wins over the server', async () => {
    const { rows } = await world.call(addServer, {
      name: 'hook',
      transport: 'http',
      host: `${host}/{{ user.login }}`,
      settings: { template_id: 'http-body', method: 'put', headers: { 'X-Of': 'server' } },
    });
    const { server_id } = rows[0] as unknown as ServerRow;
    const event = { kind: 'UserService', title: 't', name: 'TEST', settings: { content_type: 'application/json' } };
    const id = await world.queue({ event, user_id: user, settings: { server_id } });
    await world.run();
    expect((await world.history(id))[0]).toMatchObject({ status: 'SUCCESS', response: { status: 200 } });
    expect(requests.at(-1)).toMatchObject({
      method: 'PATCH',
      url: '/ann',
      body: '{"login":"ann"}',
      headers: { 'content-type': 'application/json', 'x-of': 'server', 'idempotency-key': `task-${id}` },
    });
  });

  it('succeeds up to 499 with the error shown, and fails from 500 on', async () => {
    const settings = { transport: 'http', template_id: 'http-body' };
    const refused = await attempt({ ...settings, host: `${host}/404` });
    expect(refused).toMatchObject({ status: 'SUCCESS', response: { error: 'The server answered 404' } });
    expect(await attempt({ ...settings, host: `${host}/502` })).toMatchObject({ status: 'STUCK' });
    expect(await attempt({ ...settings, host, method: 'fly' })).toMatchObject({ status: 'STUCK' });
  });

  it('is stuck without a server or a template, and calls nobody', async () => {
    const called = requests.length;
    const alone = await attempt({ transport: 'http', host });
    expect(alone).toMatchObject({ status: 'STUCK', response: { error: 'The task has no template' } });
    const astray = await attempt({ transport: 'http', template_id: 'http-body' });
    expect(astray).toMatchObject({ status: 'STUCK', response: { error: 'The task has no server' } });
    expect(requests.length).toBe(called);
  });

  it('keeps the answer in the storage of the user', async () => {
    await attempt({ transport: 'http', host, template_id: 'http-body', storage_save_key: 'kept' });
    const { rows } = await world.call(loadStorage, { user_id: user, name: 'kept' });
    expect(rows[0]?.data).toBe('the answer');
  });
});

describe('mail', () => {
  let smtp: SMTPServer;
  let host: string;
  const mails: string[] = [];

  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, callback) => {
        let mail = '';
        stream.on('data', (chunk) => {
          mail += chunk;
        });
        stream.on('end', () => {
          mails.push(mail);
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => {
      smtp.listen(0, '127.0.0.1', () => resolve());
    });
    host = `127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));

  it('mails the template to the user with the configured sender and the subject of the template', async () => {
    await world.template('mail', 'Dear {{ user.login }}', { subject: 'For {{ user.login }}' });
    const row = await attempt({ transport: 'mail', template_id: 'mail', host });
    expect(row).toMatchObject({ status: 'SUCCESS', response: { accepted: ['ann@example.com'] } });
    expect(mails.at(-1)).toContain('From: shop@example.com');
    expect(mails.at(-1)).toContain('Subject: For ann');
    expect(mails.at(-1)).toContain('Dear ann');
    expect(mails.at(-1)).toMatch(new RegExp(`Message-ID: <task-${row.spool_id}\\.`));
  });

  it('sends what a task brings as it is', async () => {
    const { rows } = await world.call(addServerGroup, { name: 'mailers', transport: 'mail' });
    const { group_id } = rows[0] as unknown as ServerGroupRow;
    await world.call(addServer, { name: 'smtp', server_gid: group_id, transport: 'mail', host });
    const event: TaskEvent = { kind: 'UserService', title: 'send', name: 'SYSTEM', server_gid: group_id };
    const settings = { to: 'bob@example.com', subject: 'Code {{ user.login }}', message: '{{ 1 }}' };
    const id = await world.queue({ event, user_id: user, settings });
    await world.run();
    expect((await world.history(id))[0]?.response).toMatchObject({ accepted: ['bob@example.com'] });
    expect(mails.at(-1)).toContain('Subject: Code {{ user.login }}');
    expect(mails.at(-1)).toContain('{{ 1 }}');
  });

  it('skips users without an address', async () => {
    const event = {
      kind: 'UserService',
      title: 't',
      name: 'TEST',
      settings: { transport: 'mail', host, message: 'x' },
    };
    const id = await world.queue({ event });
    await world.run();
    expect((await world.history(id))[0]).toMatchObject({
      status: 'SUCCESS',
      response: { skipped: expect.any(String) },
    });
  });
});

describe('telegram', () => {
  let server: Server;
  const calls: { url: string | undefined; body: JsonObject }[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      calls.push({ url: request.url, body: JSON.parse(text) as JsonObject });
      response.end(JSON.stringify({ ok: true, result: {} }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const api_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const value = { token: '1:one', api_url, shop: { token: '2:two' } };
    await world.call(changeConfig, { key: 'telegram', value });
    await world.run();
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('sends the text to the chat of the user, and raw calls as they are', async () => {
    await world.template('tg', 'Hello {{ user.login }}');
    await attempt({ transport: 'telegram', template_id: 'tg' });
    expect(calls.at(-1)).toEqual({ url: '/bot1:one/sendMessage', body: { chat_id: '200', text: 'Hello ann' } });
    const telegram = { raw: true, method: 'sendPhoto', profile: 'shop', chat_id: 7 };
    await world.template('tg-raw', '{"photo":"x"}', { telegram });
    await attempt({ transport: 'telegram', template_id: 'tg-raw' });
    expect(calls.at(-1)).toEqual({ url: '/bot2:two/sendPhoto', body: { chat_id: '7', photo: 'x' } });
  });

  it('skips users without a chat and empty texts', async () => {
    const event = { kind: 'UserService', title: 't', name: 'TEST', settings: { transport: 'telegram', message: 'x' } };
    const id = await world.queue({ event });
    await world.run();
    expect((await world.history(id))[0]).toMatchObject({
      status: 'SUCCESS',
      response: { skipped: expect.any(String) },
    });
    expect(await attempt({ transport: 'telegram' })).toMatchObject({ status: 'SUCCESS' });
  });
});

describe.skipIf(isOpenSshMissing)('ssh', () => {
  let sshd: OpenSshServer;
  let group: number;
  let server: ServerRow;

  beforeAll(async () => {
    sshd = await startOpenSshServer();
    const identity = await world.call(addIdentity, { name: 'key', private_key: sshd.privateKey });
    const key_id = (identity.rows[0] as unknown as { id: number }).id;
    const added = await world.call(addServerGroup, { name: 'hosts', transport: 'ssh', type: 'evenly' });
    group = (added.rows[0] as unknown as ServerGroupRow).group_id;
    const settings = { key_id, port: sshd.port };
    const { rows } = await world.call(addServer, {
      name: 'host',
      server_gid: group,
      transport: 'ssh',
      host: `${sshd.user}@127.0.0.1`,
      settings,
    });
    server = rows[0] as unknown as ServerRow;
  });
  afterAll(() => sshd.stop());

  it('runs the command of an order on a server of the group, which the service keeps', async () => {
    await world.template('create-host', 'echo "make {{ us.id }} for {{ user.login }} as $TASK_KEY"');
    const settings = { category: 'host', template_id: 'create-host' };
    await world.call(addServiceEvent, { name: 'CREATE', title: 'create', server_gid: group, settings });
    const service = await world.call(addService, { name: 'host', cost: 0, category: 'host' });
    const { service_id } = service.rows[0] as unknown as { service_id: number };
    const { rows } = await world.call(orderForUser, { user_id: user, service_id });
    const { user_service_id } = rows[0] as unknown as { user_service_id: number };
    const task = (await world.tasks()).find((one) => (one.event as JsonObject).name === 'CREATE');
    await world.run();
    const [row] = await world.history(task?.id ?? 0);
    const stdout = `make ${user_service_id} for ann as task-${task?.id}\n`;
    expect(row).toMatchObject({ status: 'SUCCESS', response: { ret_code: 0, stdout } });
    const read = await world.call(readUserServices, { user_service_ids: [user_service_id] });
    expect(read.rows[0]).toMatchObject({ status: 'ACTIVE', settings: { server_id: server.server_id } });
  });

  it('fails on another exit code, runs cmd, and is stuck without a key', async () => {
    const row = await attempt({ cmd: 'echo "{{ user.login }}"; cat; exit 3', stdin: 'in' }, { server_gid: group });
    expect(responseOf(row)).toMatchObject({ ret_code: 3, stdout: 'ann\nin' });
    expect(row.status).toBe('STUCK');
    const keyless = await attempt({ transport: 'ssh', host: '127.0.0.1', cmd: 'true' });
    expect(responseOf(keyless).error).toBe('The server has no key: key_id is missing');
  });

  it('does not run an empty template', async () => {
    await world.template('nothing', '{{ IF 0 }}rm -rf /{{ END }}');
    const row = await attempt({ template_id: 'nothing' }, { server_gid: group });
    expect(row).toMatchObject({ status: 'SUCCESS', response: { skipped: 'the template is empty' } });
  });
});
