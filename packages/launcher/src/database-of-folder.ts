import { join } from 'node:path';
import { obtainMongo, type Progress, programForFolder, recordedEngine, startMongo } from '@countinghouse/servers';
import { DataFolder } from './data-folder.ts';
import { readLaunchEnvironment } from './launch-environment.ts';

/**
 * Gives the MongoDB URL of a system to `use`: `MONGODB_URL`, else the database of the data folder `DATA_DIR`, whether
 * the system runs or not (where it does not, the server is started for this alone and ends afterwards).
 * @throws Error when the folder has no database, DataFolderInUse when a start is just under way
 */
export async function withDatabase<Result>(
  source: NodeJS.ProcessEnv,
  use: (mongoUrl: string) => Promise<Result>,
  progress: Progress = () => {},
): Promise<Result> {
  const { mongoUrl, dataDir } = readLaunchEnvironment(source);
  const running = mongoUrl ?? DataFolder.urlsInUse(dataDir)?.mongoUrl;
  if (running !== undefined) return use(running);
  if (recordedEngine(join(dataDir, 'mongo')) === undefined) throw new Error(`DATA_DIR: ${dataDir} has no database`);
  const folder = DataFolder.take(dataDir);
  try {
    await folder.endLeftovers();
    return await useStopped(folder, use, progress);
  } finally {
    folder.release();
  }
}

async function useStopped<Result>(
  folder: DataFolder,
  use: (mongoUrl: string) => Promise<Result>,
  progress: Progress,
): Promise<Result> {
  const mongo = join(folder.path, 'mongo');
  const program = await programForFolder(mongo, (wanted) => obtainMongo(progress, wanted));
  const server = await startMongo(program, {
    folder: mongo,
    onSpawn: (identity) => folder.recordProcess('mongo', identity),
  });
  try {
    return await use(server.url);
  } finally {
    await server.process.stop();
  }
}
