import { createHmac } from 'node:crypto';

/** The value of the signature header: `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`. */
export function signatureOf(secret: string, body: string, atMs: number): string {
  const seconds = Math.floor(atMs / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
