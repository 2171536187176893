import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { portAccepts } from './free-port.ts';
import { identifyProcess, isRunning, type ProcessIdentity, signalGroup } from './process-identity.ts';
import { lastLines } from './run-program.ts';

export interface ServerCommand {
  /** How messages name it, for example `nats`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Its environment; ours when absent. */
  readonly env?: NodeJS.ProcessEnv;
  /** The TCP port of 127.0.0.1 that it accepts connections on once it is ready. */
  readonly port: number;
  /** Answers whether it is ready, where an open port does not say so. */
  readonly isReady?: () => Promise<boolean>;
  /** Told right after the process came into being, long before it is ready. */
  readonly onSpawn?: (identity: ProcessIdentity) => void;
  /** Its standard output and error are appended to this file, so that it outlives whoever started it. */
  readonly logFile: string;
  /** How long it may take until its port accepts connections. */
  readonly readyTimeoutMs?: number;
}

export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What an earlier start wrote into the log says nothing of this one. */
interface StartingServer extends ServerCommand {
  readonly logStartByte: number;
}

/** A server ended before it was ready, or was not ready in time. */
export class ServerStartFailed extends Error {
  override readonly name = 'ServerStartFailed';
}

/** A server process in its own process group (signals to the terminal do not reach it). */
export interface ServerProcess {
  readonly name: string;
  readonly port: number;
  readonly identity: ProcessIdentity;
  /** Resolves once the process has ended, however it ended. */
  readonly exited: Promise<ServerExit>;
  readonly running: boolean;
  /** Sends the signal and resolves once the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<ServerExit>;
  /** Asks it to end, and kills it when it has not within `graceMs`. */
  stop(graceMs?: number): Promise<ServerExit>;
}

/**
 * Starts a server and waits until it is ready.
 * @throws ServerStartFailed with the last lines that it wrote to its log.
 */
export async function startServerProcess(command: ServerCommand): Promise<ServerProcess> {
  const server = { ...command, logStartByte: statSync(command.logFile, { throwIfNoEntry: false })?.size ?? 0 };
  // Else a stranger on the port would be taken for our server that has just become ready.
  if (await portAccepts(server.port)) throw new ServerStartFailed(`${server.name}: port ${server.port} is in use`);
  const child = await spawnServer(server);
  const exited = new Promise<ServerExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const { pid } = child;
  const identity = pid === undefined ? undefined : identifyProcess(pid);
  if (identity === undefined) throw startFailed(server, 'ended at once');
  server.onSpawn?.(identity);
  await waitUntilReady(server, identity);
  return serverProcess(server, child, identity, exited);
}

function spawnServer(server: StartingServer): Promise<ChildProcess> {
  const log = openSync(server.logFile, 'a');
  const child = spawn(server.command, server.args, {
    cwd: server.cwd,
    env: server.env ?? process.env,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // Whoever started the server may end first; the server is not what keeps it alive.
  child.unref();
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', (cause) => reject(startFailed(server, `did not start: ${cause.message}`)));
  });
}

async function waitUntilReady(server: StartingServer, identity: ProcessIdentity): Promise<void> {
  const { port, readyTimeoutMs = 60_000, isReady = () => portAccepts(port) } = server;
  const deadline = Date.now() + readyTimeoutMs;
  while (!(await isReady())) {
    if (!isRunning(identity)) throw startFailed(server, 'ended before it was ready');
    if (Date.now() > deadline) {
      signalGroup(identity.pid, 'SIGKILL');
      throw startFailed(server, `was not ready on port ${port} within ${readyTimeoutMs} ms`);
    }
    await sleep(25);
  }
}

function startFailed(server: StartingServer, what: string): ServerStartFailed {
  const written = readFileSync(server.logFile).subarray(server.logStartByte);
  const log = lastLines(written.toString(), 8);
  return new ServerStartFailed(`${server.name} ${what}${log === '' ? '' : `\n${log}`}`);
}

function serverProcess(
  { name, port }: ServerCommand,
  child: ChildProcess,
  identity: ProcessIdentity,
  exited: Promise<ServerExit>,
): ServerProcess {
  const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
    if (isRunning(identity)) signalGroup(identity.pid, signal);
    child.ref();
    return exited;
  };
  return {
    name,
    port,
    identity,
    exited,
    get running() {
      return isRunning(identity);
    },
    kill,
    async stop(graceMs = 10_000) {
      const timer = setTimeout(() => signalGroup(identity.pid, 'SIGKILL'), graceMs);
      const exit = await kill('SIGTERM');
      clearTimeout(timer);
      return exit;
    },
  };
}
