import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem({ env: { ADMIN_LOGIN: 'admin', ADMIN_PASSWORD: 'walk-through' } });
});
afterAll(() => system.stop());

/** The commands of the README in their order; only the address is another one. */
function walkThrough(url: string): string {
  const blocks = [...readme.matchAll(/```bash\n(.*?)```/gs)].map((match) => match[1] ?? '');
  return ['set -eu -o pipefail', ...blocks].join('\n').replace(/^base=.*$/m, `base=${url}`);
}

it('every command of the README works as written', async () => {
  const { stdout } = await run('bash', ['-c', walkThrough(system.url)], { maxBuffer: 16 * 1024 * 1024 });
  expect(stdout).toMatch(/"session_id":"[0-9a-f]{32}"/);
  expect(stdout.match(/"login":"admin"/g)?.length).toBeGreaterThanOrEqual(5);
  expect(stdout).toMatch(/^idempotency-hit: true/im);
  expect(stdout).toContain('"status":"ACTIVE"');
  expect(stdout).toContain('"status":"BLOCK"');
  expect(stdout).toMatch(/\{"balance":200,"user_id":\d+\}/);
  expect(stdout).toMatch(/<svg [^>]*>/);
});
