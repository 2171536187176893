import { Client, type ConnectConfig } from 'ssh2';
import { fail, messageOf, stuck, success, type TransportResult } from './outcome.ts';
import type { OutgoingPolicy } from './outgoing-policy.ts';

export const SSH_TIMEOUT_MS_DEFAULT = 10_000;
const OUTPUT_LIMIT_CHARACTERS = 256 * 1024;

export interface SshCommand {
  /** `user@host` or `host`; the user is root where absent. */
  readonly host: string;
  readonly port?: number;
  /** OpenSSH or PEM text. */
  readonly privateKey: string;
  /** `script` goes to `bash` on standard input, `command` to `bash -c`. */
  readonly script?: string | undefined;
  readonly command?: string | undefined;
  /** Given to a command on standard input. */
  readonly stdin?: string | undefined;
  /** Variables of the remote process, written in front of the command because servers refuse most by default. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Until the connection stands. */
  readonly timeoutMs?: number;
  /** Until the command has ended. */
  readonly commandTimeoutMs?: number;
}

export interface SshOutput {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const HOST = /^(?:([\w.-]+)@)?([A-Za-z0-9._-]+|\[?[0-9A-Fa-f:]+\]?)$/;

/** Is it a host, or a user and a host, that `runSsh` can go to? */
export function isSshHost(host: string): boolean {
  return HOST.test(host);
}

/** Runs a task's command: exit code 0 is a success; another code, no connection and time-outs fail; nothing to run is stuck (domain.md 4.6). */
export async function runSsh(command: SshCommand, policy: OutgoingPolicy): Promise<TransportResult> {
  const target = HOST.exec(command.host);
  if (!target) return stuck(`Not a host: ${command.host}`);
  if (!command.script && !command.command) return stuck('Nothing to run: neither template nor cmd');
  try {
    const output = await executeSsh(command, policy);
    const response = { ret_code: output.exitCode, stdout: output.stdout, stderr: output.stderr };
    return output.exitCode === 0 ? success(response) : fail(endOf(output), response);
  } catch (error) {
    return fail(messageOf(error));
  }
}

function endOf({ exitCode, signal }: SshOutput): string {
  return exitCode === null
    ? `The command was ended by ${signal ?? 'a broken connection'}`
    : `The command ended with code ${exitCode}`;
}

/** Connects, runs, and answers what came out. Throws where no connection came about or the command took too long. */
export async function executeSsh(command: SshCommand, policy: OutgoingPolicy): Promise<SshOutput> {
  const [, username = 'root', name = ''] = HOST.exec(command.host) ?? [];
  const client = new Client();
  try {
    await connect(client, {
      host: await policy.resolve(name),
      port: command.port ?? 22,
      username,
      privateKey: command.privateKey,
      readyTimeout: command.timeoutMs ?? SSH_TIMEOUT_MS_DEFAULT,
    });
    return await execute(client, command);
  } finally {
    client.destroy();
  }
}

function connect(client: Client, config: ConnectConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('ready', resolve).once('error', reject).connect(config);
  });
}

const COMMAND_TIMEOUT_MS_DEFAULT = 10 * 60_000;

function execute(client: Client, command: SshCommand): Promise<SshOutput> {
  return new Promise((resolve, reject) => {
    const timeoutMs = command.commandTimeoutMs ?? COMMAND_TIMEOUT_MS_DEFAULT;
    const timer = setTimeout(() => reject(new Error(`The command did not end in ${timeoutMs} ms`)), timeoutMs);
    client.once('error', reject).once('close', () => reject(new Error('The connection was closed')));
    client.exec(commandLine(command), (error, channel) => {
      if (error) return reject(error);
      const output = { exitCode: null as number | null, signal: null as string | null, stdout: '', stderr: '' };
      channel.on('data', (chunk: Buffer) => {
        output.stdout = grown(output.stdout, chunk);
      });
      channel.stderr.on('data', (chunk: Buffer) => {
        output.stderr = grown(output.stderr, chunk);
      });
      channel.on('exit', (code: number | null, signal?: string) => {
        output.exitCode = code;
        output.signal = signal ?? null;
      });
      channel.on('close', () => {
        clearTimeout(timer);
        resolve(output);
      });
      channel.end(command.script ?? command.stdin ?? '');
    });
  });
}

function commandLine({ script, command, variables = {} }: SshCommand): string {
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)} `);
  return `${assignments.join('')}${script ? 'bash' : `bash -c ${quoted(command ?? '')}`}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The end of what came out: that is where errors stand. */
function grown(text: string, chunk: Buffer): string {
  return (text + chunk.toString('utf8')).slice(-OUTPUT_LIMIT_CHARACTERS);
}
