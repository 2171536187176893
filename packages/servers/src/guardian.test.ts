import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { identifyProcess, isRunning } from './process-identity.ts';

test('ends processes and removes folders of a process that was killed with SIGKILL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guardian-'));
  const script = `
    import { spawn } from 'node:child_process';
    import { guardian } from ${JSON.stringify(new URL('./guardian.ts', import.meta.url).href)};
    import { identifyProcess } from ${JSON.stringify(new URL('./process-identity.ts', import.meta.url).href)};
    const sleeper = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    guardian().watch(identifyProcess(sleeper.pid));
    guardian().removeAtEnd(${JSON.stringify(folder)});
    console.log(sleeper.pid);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) => owner.stdout.once('data', (text) => resolve(Number(text))));
  const sleeper = identifyProcess(pid);
  if (sleeper === undefined) throw new Error('the sleeping process does not run');
  owner.kill('SIGKILL');
  await vi.waitFor(() => expect(isRunning(sleeper)).toBe(false), { timeout: 10_000 });
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 10_000 });
});
