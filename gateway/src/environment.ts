import { isIP, isIPv4 } from 'node:net';
import { portVariable, readProcessEnvironment, switchVariable } from '@countinghouse/process';
import { z } from 'zod';

/** Comma-separated words. */
const listVariable = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );

const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** What Express takes as a proxy: a name, an address, or one with the length or the mask of its network. */
function isProxy(word: string): boolean {
  const [address = '', network, ...rest] = word.split('/');
  const bits = isIPv4(address) ? 32 : 128;
  const isNetwork = network === undefined || isIPv4(network) || (/^[1-9]\d*$/.test(network) && Number(network) <= bits);
  return PROXY_NAMES.has(word) || (isIP(address) !== 0 && isNetwork && rest.length === 0);
}

/** As browsers write it: any other spelling would match no page. Apps have schemes of their own, such as capacitor://localhost. */
function isOrigin(word: string): boolean {
  const origin = URL.parse(word)?.origin;
  return origin === 'null' ? /^[a-z][a-z\d+.-]*:\/\/[^/?#]+$/.test(word) : origin === word;
}

export const gatewayVariables = {
  PORT: portVariable.default(8080),
  HOST: z.string().default('127.0.0.1'),
  API_PREFIX: z
    .string()
    .regex(/^(\/[\w-]+)*$/, 'segments such as /shm, without a slash at the end')
    .default('/shm'),
  API_DIALECT: z.enum(['spec', 'shm']).default('spec'),
  CORS_ORIGINS: listVariable.refine(
    (words) => words.every(isOrigin),
    'origins such as https://cabinet.example.com, separated by commas',
  ),
  TRUSTED_PROXIES: listVariable.refine(
    (words) => words.every(isProxy),
    'addresses, ranges or names such as loopback, separated by commas',
  ),
  LEGACY_SHM_URL: z.url().optional(),
  BODY_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .min(1024)
    .default(16 * 1024 * 1024),
  /** The same for those whom nobody knows: a body is held in memory and taken apart before it is anybody's. */
  PUBLIC_BODY_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .min(1024)
    .default(1024 * 1024),
  REQUEST_TIMEOUT_MS: z.coerce.number().int().min(100).default(30_000),
  /** Send the session cookie over HTTPS alone. */
  COOKIE_SECURE: switchVariable,
};

export type GatewayEnvironment = ReturnType<typeof readGatewayEnvironment>;
export type Dialect = 'spec' | 'shm';

export function readGatewayEnvironment(source: NodeJS.ProcessEnv = process.env) {
  return readProcessEnvironment(gatewayVariables, source);
}
