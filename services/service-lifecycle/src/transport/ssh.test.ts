import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKeyPair } from '../identity/key-pair.ts';
import { isOpenSshMissing, type OpenSshServer, startOpenSshServer } from './open-ssh-server.ts';
import { OutgoingPolicy } from './outgoing-policy.ts';
import { runSsh } from './ssh.ts';

const policy = new OutgoingPolicy(['127.0.0.1']);

describe.skipIf(isOpenSshMissing)('runSsh against OpenSSH', () => {
  let server: OpenSshServer;
  beforeAll(async () => {
    server = await startOpenSshServer();
  });
  afterAll(() => server.stop());

  const run = (more: object) => {
    const { user, port, privateKey } = server;
    return runSsh({ host: `${user}@127.0.0.1`, port, privateKey, ...more }, policy);
  };

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
    const { private_key: privateKey } = generateKeyPair('ed25519');
    expect((await run({ privateKey, script: 'true' })).outcome).toBe('fail');
  });

  it('fails where nobody listens and where the address is refused', async () => {
    expect((await run({ port: 1, script: 'true' })).outcome).toBe('fail');
    const { port, privateKey } = server;
    const refused = await runSsh({ host: '127.0.0.1', port, privateKey, script: 'true' }, new OutgoingPolicy());
    expect(refused).toMatchObject({ outcome: 'fail', response: { error: expect.stringContaining('are refused') } });
  });

  it('is stuck on a bad host and with nothing to run', async () => {
    expect((await run({ host: 'two words', script: 'true' })).outcome).toBe('stuck');
    expect((await run({})).outcome).toBe('stuck');
  });
});
