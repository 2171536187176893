import type { AddressInfo } from 'node:net';
import {
  addIdentity,
  addServer,
  generateIdentity,
  initializeSsh,
  type KeyPair,
  type Operation,
  testMail,
  testSsh,
} from '@countinghouse/contracts';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SpoolWorld } from '../spool/spool-world.ts';

let world: SpoolWorld;
let smtp: SMTPServer;
let mailPort: number;
let keyId: number;
const mails: string[] = [];

beforeAll(async () => {
  world = await SpoolWorld.open({ now: '2022-01-01 00:00:00' });
  await world.run();
  const pair = await row<KeyPair>(generateIdentity, {});
  keyId = (await row<{ id: number }>(addIdentity, { name: 'key', private_key: pair.private_key })).id;
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  mailPort = (smtp.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await world.close();
});

async function row<R>(operation: Operation, args: object): Promise<R> {
  const reply = (await world.call(operation, args as never)) as unknown as { rows: readonly R[] };
  return reply.rows[0] as R;
}

const queued = (operation: Operation, args: object) => row<{ pipeline_id: number }>(operation, args);

async function refused(operation: Operation, args: object): Promise<string> {
  const fault = await queued(operation, args).then(
    () => ({ status: 200, message: '' }),
    (error: { status: number; message: string }) => error,
  );
  return `${fault.status} ${fault.message}`;
}

describe('ssh', () => {
  it('queues a command and tells the task', async () => {
    const answer = await queued(testSsh, { host: 'root@127.0.0.1', key_id: keyId, port: 9 });
    const settings = { host: 'root@127.0.0.1', key_id: keyId, port: 9, cmd: 'uname -a' };
    expect(answer).toEqual({ ...settings, pipeline_id: expect.any(Number) });
    expect(await world.task(answer.pipeline_id)).toMatchObject({
      user_id: 1,
      status: 'NEW',
      event: { kind: 'Transport', title: 'test of ssh', name: 'SYSTEM', settings: { transport: 'ssh' } },
      settings,
    });
    await world.run();
    expect(await world.task(answer.pipeline_id)).toMatchObject({ status: 'STUCK' });
    expect(await world.history(answer.pipeline_id)).toHaveLength(1);
  });

  it('queues a template as a script with time enough', async () => {
    const server = await row<{ server_id: number }>(addServer, { name: 'one', transport: 'ssh' });
    const args = { host: 'example.com', key_id: keyId, template_id: 'prepare', server_id: server.server_id };
    const answer = await queued(initializeSsh, args);
    expect(answer).toEqual({ ...args, timeout: 600, pipeline_id: expect.any(Number) });
  });

  it('refuses what cannot be reached', async () => {
    const target = { host: 'example.com', key_id: keyId };
    expect(await refused(testSsh, { key_id: keyId })).toBe('400 Field required: host');
    expect(await refused(testSsh, { host: 'example.com' })).toBe('400 Field required: key_id');
    expect(await refused(testSsh, { ...target, host: 'no host; rm' })).toContain('400 Invalid value of host');
    expect(await refused(testSsh, { ...target, key_id: 99_999 })).toContain('404 Object not found');
    expect(await refused(initializeSsh, target)).toBe('400 Field required: template_id');
    expect(await refused(initializeSsh, { ...target, template_id: 'x', server_id: 99_999 })).toContain('404');
  });
});

describe('mail', () => {
  it('sends to the address that is named, through the server that is named', async () => {
    const server = await row<{ server_id: number }>(addServer, {
      name: 'mail',
      transport: 'mail',
      host: `127.0.0.1:${mailPort}`,
      settings: { from: 'shop@example.com' },
    });
    const to = 'reader@example.com';
    const { pipeline_id } = await queued(testMail, { server_id: server.server_id, to, message: 'It works.' });
    await world.run();
    const [attempt] = await world.history(pipeline_id);
    expect(attempt).toMatchObject({ status: 'SUCCESS', response: { accepted: [to] } });
    expect(mails).toEqual([expect.stringContaining('It works.')]);
    expect(mails[0]).toContain('Subject: Test of the mail server');
  });

  it('takes a server of the group for mails where none is named', async () => {
    const { pipeline_id } = await queued(testMail, { to: 'reader@example.com' });
    expect(await world.task(pipeline_id)).toMatchObject({ event: { server_gid: 2 } });
  });

  it('refuses unknown servers and what is no address', async () => {
    expect(await refused(testMail, { server_id: 99_999 })).toContain('404 Object not found');
    expect(await refused(testMail, { to: 'nobody' })).toBe('400 Invalid value of to: expected an e-mail address');
  });
});
