import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'template-language-'));

function run(command: string, args: readonly string[], cwd: string | URL): string {
  const ended = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (ended.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${ended.stderr}${ended.stdout}`);
  return ended.stdout;
}

describe('the package as it is published', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('renders when it is unpacked beside its only dependency', { timeout: 120_000 }, () => {
    run('npm', ['pack', '--silent', '--pack-destination', folder], root);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    run('tar', ['-xzf', tarball], folder);
    const unpacked = join(folder, 'package');
    expect(readdirSync(unpacked).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'src']);
    const files = readdirSync(unpacked, { recursive: true }).map(String);
    expect(files).toContain(join('dist', 'index.js'));
    expect(files).toContain(join('dist', 'index.d.ts'));
    expect(files.filter((name) => /\.test\.|fuzz|conformance/.test(name))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as { dependencies: object };
    expect(Object.keys(manifest.dependencies)).toEqual(['re2js']);
    writeFileSync(
      join(unpacked, 'try.js'),
      `import { Engine } from './dist/index.js';\nconsole.log(await new Engine().render('{{ 6 * n }}', { n: 7 }));`,
    );
    const modules = new URL('../../node_modules', root);
    run('ln', ['-s', modules.pathname, join(folder, 'node_modules')], folder);
    expect(run(process.execPath, ['try.js'], unpacked)).toBe('42\n');
  });
});
