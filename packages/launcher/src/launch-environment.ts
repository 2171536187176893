/** The variables that `npm start` itself reads. */
export const LAUNCH_VARIABLES = [
  'HOST',
  'PORT',
  'API_PREFIX',
  'DATA_DIR',
  'ADMIN_LOGIN',
  'ADMIN_PASSWORD',
  'NATS_URL',
  'MONGODB_URL',
] as const;

/** What `npm start` reads from its environment; everything else is handed on to the processes as it is. */
export interface LaunchEnvironment {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly apiPrefix: string;
  readonly dataDir: string;
  readonly adminLogin: string;
  readonly adminPassword: string | undefined;
  readonly natsUrl: string | undefined;
  readonly mongoUrl: string | undefined;
  /** The variables as they came. */
  readonly inherited: Readonly<Record<string, string>>;
}

/** A variable of the environment cannot be used; the message names it and what was expected. */
export class BadEnvironment extends Error {
  override readonly name = 'BadEnvironment';
}

/**
 * Reads the launcher's own variables. An empty variable counts as absent, but for the prefix, which may be empty.
 * @throws BadEnvironment
 */
export function readLaunchEnvironment(source: NodeJS.ProcessEnv): LaunchEnvironment {
  const given = Object.entries(source).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const inherited = Object.fromEntries(given);
  return {
    host: inherited.HOST ?? '127.0.0.1',
    port: readPort(inherited.PORT),
    apiPrefix: source.API_PREFIX ?? '/shm',
    dataDir: inherited.DATA_DIR ?? 'data',
    adminLogin: inherited.ADMIN_LOGIN ?? 'admin',
    adminPassword: inherited.ADMIN_PASSWORD,
    natsUrl: inherited.NATS_URL,
    mongoUrl: inherited.MONGODB_URL,
    inherited,
  };
}

function readPort(text = '8080'): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new BadEnvironment(`PORT: expected a number from 0 to 65535, got ${JSON.stringify(text)}`);
}
