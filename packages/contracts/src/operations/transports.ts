import { z } from 'zod';
import * as field from '../field.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { template } from '../resources/template.ts';

const owner = 'service-lifecycle';
const path = '/v1/admin/transport';

const sshTarget = {
  host: field.text({ max: 4096, description: 'user@host; root where there is no user' }),
  key_id: field.id({ description: 'The key to log in with' }),
  port: field.integer({ min: 1, max: 65_535 }),
  timeout: field.integer({ min: 1, max: 3600, description: 'Seconds' }),
} as const;

/** What is shown: the arguments, and the task that does it. `GET /v1/admin/spool` and `/spool/history` tell how it went. */
export interface QueuedTest {
  readonly pipeline_id: number;
  readonly [argument: string]: unknown;
}

const sshTest = argumentsOf({ ...sshTarget, cmd: field.text({ max: 65_536 }) }, ['host', 'key_id']);

/** Queues a command, `uname -a` by default, which is tried once. 404 for an unknown key. */
export const testSsh = operation<(typeof sshTest)['_output'], 'rows', QueuedTest>({
  id: 'transport.test-ssh',
  owner,
  summary: 'Tests the way to a host',
  access: 'admin',
  http: { method: 'PUT', path: `${path}/ssh/test` },
  args: sshTest,
  result: 'rows',
  errors: [404],
});

const sshInit = argumentsOf({ ...sshTarget, template_id: template.fields.id, server_id: field.id() }, [
  'host',
  'key_id',
  'template_id',
]);

/** Queues a template as a script for a host, which is tried once. 404 for an unknown key. */
export const initializeSsh = operation<(typeof sshInit)['_output'], 'rows', QueuedTest>({
  id: 'transport.initialize-ssh',
  owner,
  summary: 'Prepares a host by a script',
  access: 'admin',
  http: { method: 'PUT', path: `${path}/ssh/init` },
  args: sshInit,
  result: 'rows',
  errors: [404],
});

const mailTest = argumentsOf({
  server_id: field.id({ description: 'The mail server; one of the group 2 where it is absent' }),
  to: field.text({ max: 255, description: 'The own address where it is absent' }),
  subject: field.text({ max: 255 }),
  message: field.text({ max: 65_536 }),
});

/** Queues a mail, which is tried once. 404 for an unknown server. */
export const testMail = operation<(typeof mailTest)['_output'], 'rows', QueuedTest>({
  id: 'transport.test-mail',
  owner,
  summary: 'Sends a mail to see whether it arrives',
  access: 'admin',
  http: { method: 'POST', path: `${path}/mail/test` },
  args: mailTest,
  result: 'rows',
  errors: [404],
});

/** A request that a template sends. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly timeout?: number | undefined;
  /** 0 accepts a certificate for another name. */
  readonly verify_hostname?: number | undefined;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** 400 where the address is none, or is not allowed (OUTGOING_ALLOW), or nothing answered in time. */
export const sendRequest = operation<OutgoingRequest, 'rows', OutgoingAnswer>({
  id: 'transport.send-request',
  owner,
  summary: 'Sends an HTTP request for a template',
  access: 'internal',
  args: z.object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
    url: field.text({ max: 16_384 }).schema,
    headers: z.record(z.string(), z.string()).optional(),
    body: field.text().schema.optional(),
    timeout: field.integer({ min: 1, max: 60, description: 'Seconds' }).schema.optional(),
    verify_hostname: field.flag().schema.optional(),
  }) as unknown as z.ZodType<OutgoingRequest>,
  result: 'rows',
});

export const transportOperations = [testSsh, initializeSsh, testMail, sendRequest] as const;
