import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const SSHD = '/usr/sbin/sshd';

/** Is OpenSSH's server not installed here, though that is no mistake? CI must have it. */
export const isOpenSshMissing = !existsSync(SSHD) && process.env.CI !== 'true';

export interface OpenSshServer {
  readonly port: number;
  /** Whom it lets in, with `privateKey` alone. */
  readonly user: string;
  readonly privateKey: string;
  stop(): void;
}

/** An OpenSSH server of our own for tests: own host key, own authorised key, own port. */
export async function startOpenSshServer(): Promise<OpenSshServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-sshd-'));
  mkdirSync('/run/sshd', { recursive: true });
  for (const name of ['host', 'client']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  }
  const port = await freePort();
  writeFileSync(join(folder, 'config'), configOf(folder, port));
  const sshd = spawn(SSHD, ['-D', '-e', '-f', join(folder, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] });
  await listening(sshd);
  return {
    port,
    user: userInfo().username,
    privateKey: readFileSync(join(folder, 'client'), 'utf8'),
    stop: () => {
      sshd.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configOf(folder: string, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'client.pub')}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    `PidFile ${join(folder, 'pid')}`,
  ].join('\n');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function listening(sshd: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    sshd.stderr?.on('data', (chunk: Buffer) => {
      if (chunk.includes('Server listening')) resolve();
    });
    sshd.once('exit', (code) => reject(new Error(`sshd ended with ${code}`)));
  });
}
