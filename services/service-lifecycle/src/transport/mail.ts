import { createTransport } from 'nodemailer';
import { fail, messageOf, stuck, success, type TransportResult } from './outcome.ts';
import type { OutgoingPolicy } from './outgoing-policy.ts';

const TIMEOUT_MS = 30_000;

export interface MailServer {
  /** `host` or `host:port`. */
  readonly host: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** TLS from the first byte; by the port where absent (465). */
  readonly ssl?: boolean | undefined;
  /** TLS after STARTTLS; by the port where absent (587 and 25 where the server offers it). */
  readonly starttls?: boolean | undefined;
  readonly verifyHostname?: boolean | undefined;
}

export interface Mail {
  readonly from: string;
  readonly fromName?: string | undefined;
  /** Empty: nobody to write to. */
  readonly to: string;
  readonly bcc?: string | undefined;
  readonly subject: string;
  readonly text: string;
  /** The same for every attempt of a task, so that receivers can tell a repeat. */
  readonly messageId?: string | undefined;
}

const ADDRESS = /^[^\s@<>",;]+@[^\s@<>",;]+$/;

/** Is it one address that mail can be sent to? */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Runs a task's mail: nobody to write to and an empty text are successes; a malformed address, no sender and no server are stuck; SMTP errors fail (domain.md 4.6). */
export async function runMail(
  server: MailServer | undefined,
  mail: Mail,
  policy: OutgoingPolicy,
): Promise<TransportResult> {
  if (!server?.host) return stuck('The task has no mail server');
  if (!mail.from) return stuck('The configuration has no mail.from');
  if (!mail.to && !mail.bcc) return success({ skipped: 'the user has no e-mail address' });
  if (mail.text.trim() === '') return success({ skipped: 'the text is empty' });
  const wrong = [mail.from, mail.to, mail.bcc].find((address) => address && !isMailAddress(address));
  if (wrong) return stuck(`Not an e-mail address: ${wrong}`);
  try {
    return success(await sendMail(server, mail, policy));
  } catch (error) {
    return fail(messageOf(error));
  }
}

async function sendMail(
  server: MailServer,
  mail: Mail,
  policy: OutgoingPolicy,
): Promise<{ response: string; accepted: string[] }> {
  const { hostname, port } = addressOf(server.host);
  const secure = server.ssl ?? port === 465;
  const transporter = createTransport({
    host: await policy.resolve(hostname),
    port,
    secure,
    ...(server.starttls === undefined ? {} : { requireTLS: server.starttls, ignoreTLS: !server.starttls }),
    ...(server.user ? { auth: { user: server.user, pass: server.password ?? '' } } : {}),
    tls: { servername: hostname, rejectUnauthorized: server.verifyHostname !== false },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    const sent = await transporter.sendMail({
      from: mail.fromName ? { name: mail.fromName, address: mail.from } : mail.from,
      to: mail.to,
      bcc: mail.bcc,
      subject: mail.subject,
      messageId: mail.messageId,
      ...(/^\s*<(!doctype|html)/i.test(mail.text) ? { html: mail.text } : { text: mail.text }),
    });
    return { response: sent.response, accepted: sent.accepted.map(String) };
  } finally {
    transporter.close();
  }
}

function addressOf(host: string): { hostname: string; port: number } {
  const [, hostname = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return { hostname, port: Number(port ?? 25) };
}
