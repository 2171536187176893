import { type LocalServer, type LocalServerOptions, prepareFolder, startOnPort } from './local-server.ts';
import type { ServerProgram } from './server-program.ts';

/** Starts NATS with JetStream on a loopback port and waits until it accepts connections. */
export async function startNats(program: ServerProgram, options: LocalServerOptions): Promise<LocalServer> {
  const { data, logFile } = prepareFolder(options.folder);
  const process = await startOnPort(options, (chosen) => ({
    name: 'NATS',
    command: program.path,
    args: ['-a', '127.0.0.1', '-p', String(chosen), '-js', '-sd', data],
    cwd: options.folder,
    port: chosen,
    logFile,
  }));
  return { process, url: `nats://127.0.0.1:${process.port}` };
}
