import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const packageRoot = new URL('..', import.meta.url);
const examples = [...readFileSync(new URL('README.md', packageRoot), 'utf8').matchAll(/```js\n(.*?)```/gs)];

describe('the examples of the README', () => {
  it.each(examples.map((match) => match[1] ?? ''))('example %# runs', async (code) => {
    const flags = ['--conditions=source', '--input-type=module', '--eval', code];
    await expect(run(process.execPath, flags, { cwd: packageRoot })).resolves.toMatchObject({ stdout: '' });
  });

  it('are there', () => expect(examples).toHaveLength(3));
});
