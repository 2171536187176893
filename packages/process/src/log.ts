import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const SECRET_NAMES = [
  'password',
  'session_id',
  'session-id',
  'authorization',
  'cookie',
  'token',
  'secret',
  'private_key',
];

/** JSON lines on standard output; members with the names of secrets are never written, at any of the first three levels. */
export function createLog(name: string, level: string): Logger {
  const paths = SECRET_NAMES.flatMap((secret) => [`["${secret}"]`, `*["${secret}"]`, `*.*["${secret}"]`]);
  return pino({ name, level, redact: { paths, censor: '[hidden]' } });
}
