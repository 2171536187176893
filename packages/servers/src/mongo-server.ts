import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalServer, type LocalServerOptions, prepareFolder, startOnPort } from './local-server.ts';
import type { ServerProgram } from './server-program.ts';

/**
 * Starts a server that speaks MongoDB's protocol on a loopback port and waits until it accepts connections
 * (after a kill `secantusd-rs` recovers for up to 11 s first).
 */
export async function startMongo(program: ServerProgram, options: LocalServerOptions): Promise<LocalServer> {
  const { data, logFile } = prepareFolder(options.folder);
  const args = program.engine === 'mongod' ? mongodArguments(data) : secantusdArguments(options.folder, data);
  const process = await startOnPort(options, (chosen) => ({
    name: 'MongoDB',
    command: program.path,
    args: [...args, '--port', String(chosen)],
    cwd: options.folder,
    port: chosen,
    logFile,
  }));
  return { process, url: `mongodb://127.0.0.1:${process.port}/?directConnection=true` };
}

function mongodArguments(data: string): readonly string[] {
  return ['--bind_ip', '127.0.0.1', '--dbpath', data, '--nounixsocket', '--wiredTigerCacheSizeGB', '0.25', '--quiet'];
}

function secantusdArguments(folder: string, data: string): readonly string[] {
  // An explicit configuration file, though empty, keeps the program from reading one in the user's home.
  const config = join(folder, 'secantusd.toml');
  writeFileSync(config, '');
  // Without --sync-on-commit acknowledged writes are lost when the server is killed.
  const durable = ['--sync-on-commit', '--cache-size', '256M', '--log-file-max', '128MB'];
  return ['--config', config, '--host', '127.0.0.1', '--storage-path', data, '--log-level', 'WARNING', ...durable];
}
