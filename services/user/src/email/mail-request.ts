import { type JsonObject, MAIL_REQUESTED_EVENT, type MailRequested } from '@countinghouse/contracts';
import { type OutboxEntry, outboxEntry } from '@countinghouse/store';
import type { Configuration } from '../configuration/configuration.ts';

/** The server group that mails where the configuration names none (domain.md 1.13: group 2 is undeletable). */
const MAIL_SERVER_GROUP = 2;

export interface Mail {
  readonly userId: number;
  readonly title: string;
  readonly to: string;
  readonly subject: string;
  readonly message: string;
}

/** The event that makes service-lifecycle mail something (peer-http-api.md "Spool tasks created by HTTP calls"). */
export async function mailRequest(mail: Mail, configuration: Configuration, at: Date): Promise<OutboxEntry> {
  const { server_gid: group, from } = await configuration.value('mail');
  const data: MailRequested = {
    user_id: mail.userId,
    title: mail.title,
    server_gid: Number.isInteger(group) ? (group as number) : MAIL_SERVER_GROUP,
    to: mail.to,
    ...(typeof from === 'string' && from !== '' ? { from } : {}),
    subject: mail.subject,
    message: mail.message,
  };
  return outboxEntry(MAIL_REQUESTED_EVENT, { ...data } as JsonObject, at);
}
