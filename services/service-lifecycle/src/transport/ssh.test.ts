import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutgoingPolicy } from './outgoing-policy.ts';
import { runSsh } from './ssh.ts';

const SSHD = '/usr/sbin/sshd';
const policy = new OutgoingPolicy(['127.0.0.1']);
const missing = !existsSync(SSHD) && process.env.CI !== 'true';
let sshd: ChildProcess;
let folder: string;
let port: number;
let privateKey: string;
const user = userInfo().username;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const found = (server.address() as AddressInfo).port;
      server.close(() => resolve(found));
    });
  });
}

/** An OpenSSH server of our own: own host key, own authorised key, own port. */
async function startSshd(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'countinghouse-sshd-'));
  const key = (name: string) => execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  key('host');
  key('client');
  privateKey = readFileSync(join(folder, 'client'), 'utf8');
  port = await freePort();
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'client.pub')}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    `PidFile ${join(folder, 'pid')}`,
  ];
  writeFileSync(join(folder, 'config'), config.join('\n'));
  sshd = spawn(SSHD, ['-D', '-e', '-f', join(folder, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    sshd.stderr?.on('data', (chunk: Buffer) => {
      if (chunk.includes('Server listening')) resolve();
    });
    sshd.once('exit', (code) => reject(new Error(`sshd ended with ${code}`)));
  });
}

describe.skipIf(missing)('runSsh against OpenSSH', () => {
  beforeAll(async () => {
    execFileSync('mkdir', ['-p', '/run/sshd']);
    await startSshd();
  });
  afterAll(() => {
    sshd.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (more: object) => runSsh({ host: `${user}@127.0.0.1`, port, privateKey, ...more }, policy);

  it('gives a script to bash', async () => {
    const result = await run({ script: 'for n in 1 2; do echo "line $n"; done; echo warned >&2' });
    expect(result).toEqual({
      outcome: 'success',
      response: { ret_code: 0, stdout: 'line 1\nline 2\n', stderr: 'warned\n' },
    });
  });

  it('gives a command to bash -c, its text to standard input, its variables to the environment', async () => {
    const result = await run({
      command: `cat; echo " it's $TASK_ID"`,
      stdin: 'in',
      variables: { TASK_ID: "7'; exit 1" },
    });
    expect(result.response.stdout).toBe(`in it's 7'; exit 1\n`);
  });

  it('fails on another exit code and on a signal', async () => {
    expect(await run({ script: 'echo no; exit 3' })).toMatchObject({
      outcome: 'fail',
      response: { ret_code: 3, stdout: 'no\n' },
    });
    expect(await run({ script: 'kill -9 $$' })).toMatchObject({ outcome: 'fail', response: { ret_code: null } });
  });

  it('fails when the command takes too long', async () => {
    const result = await run({ script: 'sleep 30', commandTimeoutMs: 200 });
    expect(result).toMatchObject({ outcome: 'fail', response: { error: 'The command did not end in 200 ms' } });
  });

  it('fails with a wrong key', async () => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'stranger')]);
    const stranger = readFileSync(join(folder, 'stranger'), 'utf8');
    expect((await run({ privateKey: stranger, script: 'true' })).outcome).toBe('fail');
  });

  it('fails where nobody listens and where the address is refused', async () => {
    expect((await run({ port: 1, script: 'true' })).outcome).toBe('fail');
    const refused = await runSsh({ host: '127.0.0.1', port, privateKey, script: 'true' }, new OutgoingPolicy());
    expect(refused).toMatchObject({ outcome: 'fail', response: { error: expect.stringContaining('are refused') } });
  });

  it('is stuck on a bad host and with nothing to run', async () => {
    expect((await run({ host: 'two words', script: 'true' })).outcome).toBe('stuck');
    expect((await run({})).outcome).toBe('stuck');
  });
});
