import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mail, runMail } from './mail.ts';
import { OutgoingPolicy } from './outgoing-policy.ts';

const policy = new OutgoingPolicy(['127.0.0.1']);
const mail: Mail = {
  from: 'shop@example.com',
  to: 'alice@example.com',
  subject: 'Счёт',
  text: 'Thank you',
  messageId: '<task-7@example.com>',
};
const received: string[] = [];
let smtp: SMTPServer;
let host: string;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('nobody') ? new Error('no such user') : null),
    onData: (stream, _session, callback) => {
      let message = '';
      stream.on('data', (chunk) => {
        message += chunk;
      });
      stream.on('end', () => {
        received.push(message);
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

describe('runMail', () => {
  it('sends a text', async () => {
    expect(await runMail({ host }, mail, policy)).toMatchObject({
      outcome: 'success',
      response: { accepted: ['alice@example.com'] },
    });
    expect(received.at(-1)).toContain('Message-ID: <task-7@example.com>');
    expect(received.at(-1)).toContain('Content-Type: text/plain');
    expect(received.at(-1)).toContain('Thank you');
  });

  it('sends a page as HTML', async () => {
    await runMail({ host }, { ...mail, text: '<!DOCTYPE html><p>Thank you' }, policy);
    expect(received.at(-1)).toContain('Content-Type: text/html');
  });

  it.each([
    ['nobody to write to', { to: '' }],
    ['an empty text', { text: ' \n' }],
  ])('skips %s', async (_case, change) => {
    const before = received.length;
    expect((await runMail({ host }, { ...mail, ...change }, policy)).outcome).toBe('success');
    expect(received.length).toBe(before);
  });

  it.each([
    ['a malformed address', { to: 'alice' }],
    ['no sender', { from: '' }],
    ['a line break in the address', { to: 'a@example.com\r\nBcc: b@example.com' }],
  ])('is stuck on %s', async (_case, change) => {
    expect((await runMail({ host }, { ...mail, ...change }, policy)).outcome).toBe('stuck');
  });

  it('is stuck without a server', async () => {
    expect((await runMail(undefined, mail, policy)).outcome).toBe('stuck');
  });

  it('fails on an SMTP error, an absent server and a refused address', async () => {
    expect(await runMail({ host }, { ...mail, to: 'nobody@example.com' }, policy)).toMatchObject({
      outcome: 'fail',
      response: { error: expect.stringContaining('no such user') },
    });
    expect((await runMail({ host: '127.0.0.1:1' }, mail, policy)).outcome).toBe('fail');
    expect((await runMail({ host }, mail, new OutgoingPolicy())).outcome).toBe('fail');
  });
});
