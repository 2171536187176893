import { startServers } from './start-servers.ts';

/** Where the servers of this test run are. */
export interface TestServers {
  readonly natsUrl: string;
  readonly mongoUrl: string;
}

let own: Promise<TestServers> | undefined;

/**
 * The servers that all tests of a run share (`NATS_URL`, `MONGODB_URL`, set by the global set-up of vitest);
 * where they are not set, this process starts its own, which end with it.
 */
export function testServers(): Promise<TestServers> {
  const { NATS_URL: natsUrl, MONGODB_URL: mongoUrl } = process.env;
  if (natsUrl && mongoUrl) return Promise.resolve({ natsUrl, mongoUrl });
  own ??= startServers();
  return own;
}
