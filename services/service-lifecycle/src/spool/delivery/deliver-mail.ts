import type { JsonObject } from '@countinghouse/contracts';
import { type MailServer, runMail } from '../../transport/mail.ts';
import type { TransportResult } from '../../transport/outcome.ts';
import type { OutgoingPolicy } from '../../transport/outgoing-policy.ts';
import { type Delivery, keyOf } from './delivery.ts';
import { switchOption, textOption } from './option-values.ts';

/** Mails the rendered template, or `message`, to `to` or the user's own address (domain.md 4.6). */
export async function deliverByMail(delivery: Delivery, policy: OutgoingPolicy): Promise<TransportResult> {
  const { options, task } = delivery;
  const configured = await delivery.configuration('mail');
  const rendered = await delivery.renderTemplate();
  const from = textOption(options, 'from') ?? textOption(configured, 'from') ?? '';
  const bcc = textOption(options, 'bcc');
  const mail = {
    from,
    fromName: textOption(options, 'from_name') ?? textOption(configured, 'from_name'),
    to: textOption(options, 'to') ?? (bcc === undefined ? await delivery.renderText('{{ user.email }}') : ''),
    bcc,
    subject: await subjectOf(delivery),
    text: rendered?.text ?? textOption(options, 'message') ?? '',
    messageId: `<${keyOf(task)}.${task.key.replace(/[^\w.-]/g, '-')}@${from.split('@')[1] ?? 'localhost'}>`,
  };
  return runMail(serverOf(options, configured), mail, policy);
}

/** Tags count where an administrator configured the text, not where a task brought it. */
async function subjectOf({ task, options, renderText }: Delivery): Promise<string> {
  return textOption(task.settings, 'subject') ?? renderText(textOption(options, 'subject') ?? task.event.title ?? '');
}

function serverOf(options: JsonObject, configured: JsonObject): MailServer | undefined {
  const host = textOption(options, 'host') ?? textOption(configured, 'host');
  if (host === undefined) return undefined;
  return {
    host: /:\d+$/.test(host) || options.port === undefined ? host : `${host}:${options.port}`,
    user: textOption(options, 'user') ?? textOption(configured, 'user'),
    password: textOption(options, 'password') ?? textOption(configured, 'password'),
    ssl: switchOption(options, 'ssl'),
    starttls: switchOption(options, 'starttls'),
    verifyHostname: switchOption(options, 'verify_hostname'),
  };
}
