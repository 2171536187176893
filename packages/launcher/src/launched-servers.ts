import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type LocalServer,
  obtainMongo,
  obtainNats,
  type Progress,
  programForFolder,
  startMongo,
  startNats,
} from '@countinghouse/servers';
import type { ServerUrls } from './data-folder.ts';
import type { LaunchEnvironment } from './launch-environment.ts';
import type { Supervisor } from './supervisor.ts';

/** Answers the servers that the environment names, and starts those it does not name, under supervision. */
export async function launchServers(
  environment: LaunchEnvironment,
  dataDir: string,
  supervisor: Supervisor,
  progress: Progress,
): Promise<ServerUrls> {
  const [natsUrl, mongoUrl] = await Promise.all([
    environment.natsUrl ?? launchServer('nats', dataDir, obtainNats, startNats, supervisor, progress),
    environment.mongoUrl ?? launchServer('mongo', dataDir, obtainMongo, startMongo, supervisor, progress),
  ]);
  return { natsUrl, mongoUrl };
}

async function launchServer(
  name: string,
  dataDir: string,
  obtain: typeof obtainNats,
  start: typeof startNats,
  supervisor: Supervisor,
  progress: Progress,
): Promise<string> {
  const folder = join(dataDir, name);
  mkdirSync(folder, { recursive: true });
  const program = await programForFolder(folder, (wanted) => obtain(progress, wanted));
  progress(`starting ${program.engine} ${program.version}`);
  // The services know the first address, so every later start uses its port again.
  let local: LocalServer | undefined;
  await supervisor.start(name, async (onSpawn) => {
    const port = local === undefined ? {} : { port: local.process.port };
    local = await start(program, { folder, onSpawn, ...port });
    return local.process;
  });
  if (local === undefined) throw new Error(`${name} runs but has no address`);
  return (local as LocalServer).url;
}
