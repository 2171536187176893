import type { TestProject } from 'vitest/node';
import { startServers } from './start-servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    natsUrl: string;
    mongoUrl: string;
  }
}

/**
 * Vitest's global set-up: one NATS and one MongoDB server for the whole run, given to the tests as `NATS_URL` and
 * `MONGODB_URL` in the environment and through `inject('natsUrl')`, `inject('mongoUrl')`. Servers named in the
 * environment are used instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { NATS_URL, MONGODB_URL } = process.env;
  if (NATS_URL && MONGODB_URL) {
    provideServers(project, NATS_URL, MONGODB_URL);
    return async () => {};
  }
  const servers = await startServers();
  process.env.NATS_URL = servers.natsUrl;
  process.env.MONGODB_URL = servers.mongoUrl;
  provideServers(project, servers.natsUrl, servers.mongoUrl);
  return async () => {
    delete process.env.NATS_URL;
    delete process.env.MONGODB_URL;
    await servers.stop();
  };
}

function provideServers(project: TestProject, natsUrl: string, mongoUrl: string): void {
  project.provide('natsUrl', natsUrl);
  project.provide('mongoUrl', mongoUrl);
}
