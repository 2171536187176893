import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { isRunning, type ProcessIdentity } from './process-identity.ts';

const urlOf = (module: string) => JSON.stringify(new URL(module, import.meta.url).href);

/** Runs a program that has a guardian, and kills it once it has printed the identities of what it watches. */
async function killOwner(body: string): Promise<readonly ProcessIdentity[]> {
  const script = `
    import { spawn } from 'node:child_process';
    import { guardian } from ${urlOf('./guardian.ts')};
    import { identifyProcess } from ${urlOf('./process-identity.ts')};
    ${body}
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => owner.stdout.once('data', (text) => resolve(String(text))));
  owner.kill('SIGKILL');
  return JSON.parse(line) as ProcessIdentity[];
}

test('ends processes and removes folders of a process that was killed with SIGKILL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guardian-'));
  const watched = await killOwner(`
    const sleeper = identifyProcess(spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).pid);
    guardian().watch(sleeper);
    guardian().removeAtEnd(${JSON.stringify(folder)});
    console.log(JSON.stringify([sleeper]));`);
  await vi.waitFor(() => expect(watched.map(isRunning)).toEqual([false]), { timeout: 30_000 });
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 30_000 });
});

test('ends what others need when they have ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guardian-'));
  const found = join(folder, 'server-still-there');
  const user = `
    import { writeFileSync } from 'node:fs';
    import { isRunning } from ${urlOf('./process-identity.ts')};
    process.on('SIGTERM', () => {
      setTimeout(() => {
        if (isRunning(JSON.parse(process.argv[1]))) writeFileSync(process.argv[2], '');
        process.exit();
      }, 200);
    });
    process.stdout.write('ready');
    setInterval(() => {}, 1000);`;
  const watched = await killOwner(`
    const server = identifyProcess(spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).pid);
    guardian().watch(server, 'last');
    const args = ['--input-type=module', '-e', ${JSON.stringify(user)}, JSON.stringify(server), ${JSON.stringify(found)}];
    const user = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    guardian().watch(identifyProcess(user.pid));
    user.stdout.once('data', () => console.log(JSON.stringify([server, identifyProcess(user.pid)])));`);
  await vi.waitFor(() => expect(watched.map(isRunning)).toEqual([false, false]), { timeout: 30_000 });
  expect(existsSync(found)).toBe(true);
  rmSync(folder, { recursive: true });
});
