import {
  initializeSsh,
  invalidArgument,
  type JsonObject,
  objectNotFound,
  type QueuedTest,
  testMail,
  testSsh,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import type { Store } from '@countinghouse/store';
import type { ConfigProjection } from '../configuration/config-projection.ts';
import type { Identities } from '../identity/identities.ts';
import { MAIL_GROUP } from '../server/first-servers.ts';
import type { Servers } from '../server/servers.ts';
import { enqueueOne, type TaskEvent } from '../spool/task.ts';
import { isMailAddress } from './mail.ts';
import { isSshHost } from './ssh.ts';

const TEST_COMMAND = 'uname -a';
/** A script that prepares a host may install things. */
const INIT_TIMEOUT_SECONDS = 600;

interface Parts {
  readonly store: Store;
  readonly servers: Servers;
  readonly identities: Identities;
  readonly config: ConfigProjection;
}

/** /v1/admin/transport/* (peer-http-api.md 1D): tasks that are tried once, so that an administrator sees how they go. */
export function transportTestImplementations(parts: Parts): Implementation[] {
  return [
    implement(testSsh, async ({ cmd = TEST_COMMAND, ...target }, context) => {
      await requireSshTarget(parts, target);
      return queue(parts, context, { event: eventOf('ssh', 'test of ssh'), settings: { ...target, cmd } });
    }),
    implement(initializeSsh, async ({ timeout = INIT_TIMEOUT_SECONDS, ...script }, context) => {
      await requireSshTarget(parts, script);
      if (script.server_id !== undefined) await requireServer(parts, script.server_id);
      const event = eventOf('ssh', 'preparation of a host');
      return queue(parts, context, { event, settings: { ...script, timeout } });
    }),
    implement(testMail, async (mail, context) => {
      const event = { ...eventOf('mail', 'test of mail'), ...(await mailServerOf(parts, mail)) };
      return queue(parts, context, { event, settings: withText(mail) });
    }),
  ];
}

function eventOf(transport: 'ssh' | 'mail', title: string): TaskEvent {
  return { kind: 'Transport', title, name: 'SYSTEM', settings: { transport } };
}

async function requireSshTarget({ identities }: Parts, target: { host: string; key_id: number }): Promise<void> {
  if (!isSshHost(target.host)) throw invalidArgument('host', 'a host or user@host');
  if (!(await identities.exists(target.key_id))) throw objectNotFound();
}

async function requireServer({ servers }: Parts, serverId: number): Promise<void> {
  if (!(await servers.read(serverId))) throw objectNotFound();
}

type Mail = { readonly [K in 'to' | 'subject' | 'message']?: string | undefined } & {
  readonly server_id?: number | undefined;
};

/** The server that is named, else one of the group for mails (domain.md 1.17, `mail.server_gid`). */
async function mailServerOf(parts: Parts, { to, server_id }: Mail): Promise<Pick<TaskEvent, 'server_gid'>> {
  if (to !== undefined && to !== '' && !isMailAddress(to)) throw invalidArgument('to', 'an e-mail address');
  if (server_id !== undefined) {
    await requireServer(parts, server_id);
    return {};
  }
  const mail = (await parts.config.read('mail')) as { server_gid?: unknown } | undefined;
  return { server_gid: Number(mail?.server_gid) || MAIL_GROUP };
}

/** Without an address the task takes that of its user. */
function withText({ to, subject, message, server_id }: Mail): Settings {
  return {
    subject: subject || 'Test of the mail server',
    message: message || 'This mail was sent to see whether it arrives.',
    to: to || undefined,
    server_id,
  };
}

type Settings = { readonly [name: string]: string | number | undefined };

interface Test {
  readonly event: TaskEvent;
  readonly settings: Settings;
}

async function queue({ store }: Parts, context: Context, test: Test): Promise<{ rows: QueuedTest[] }> {
  const given = Object.entries(test.settings).filter(([, value]) => value !== undefined);
  const settings = Object.fromEntries(given) as JsonObject;
  const task = { key: `${context.key}:transport`, user_id: actingUser(context), user_service_id: null, attempts: 1 };
  const id = await enqueueOne(store, { ...task, event: test.event, settings }, context.now);
  return { rows: [{ ...settings, pipeline_id: id }] };
}
