import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDependencies, PINNED_NODE, ROOT, TOOL_ENV } from './install.mjs';
import { addCounts, countsOfCheck, countsOfReport, summary } from './test-counts.mjs';

// `npm test` on whatever Node the machine has: installs, then lint, types and all tests; arguments choose tests.
installDependencies((line) => console.log(line));
const folder = mkdtempSync(join(tmpdir(), 'countinghouse-report-'));
const report = join(folder, 'report.json');

try {
  const lint = check('lint', 'npm', ['run', '--silent', 'lint']);
  const types = check('types', 'npm', ['run', '--silent', 'typecheck']);
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ended = check('tests', PINNED_NODE, [vitest, 'run', ...reporters, ...process.argv.slice(2)]);
  const counts = addCounts(countsOfCheck(lint), countsOfCheck(types), countsOfReport(readReport(), ended));
  console.log(summary(counts));
  process.exitCode = counts.failed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs one stage, showing what it prints; answers whether it succeeded. */
function check(name, command, args) {
  console.log(`\n== ${name}`);
  return spawnSync(command, args, { cwd: ROOT, env: TOOL_ENV, stdio: 'inherit' }).status === 0;
}

/** Vitest's report; undefined when it came to an end without one. */
function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
