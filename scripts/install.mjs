import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript without dependencies, for whatever Node the machine has: nothing is installed yet.

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules', '.bin');

/** The Node that the project pins, once the dependencies are installed. */
export const PINNED_NODE = join(BIN, process.platform === 'win32' ? 'node.exe' : 'node');

/** Environment in which the project's own Node and tools come first. */
export const TOOL_ENV = { ...process.env, PATH: `${BIN}:${process.env.PATH}`, TURBO_TELEMETRY_DISABLED: '1' };

/**
 * Installs the dependencies when they are missing or older than the lock file.
 * @param {(line: string) => void} say
 */
export function installDependencies(say) {
  const installed = join(ROOT, 'node_modules', '.package-lock.json');
  const lock = join(ROOT, 'package-lock.json');
  if (existsSync(installed) && existsSync(PINNED_NODE) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  // Not `npm ci`: it refuses a lock file that lacks optional packages of platforms other than its author's.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  say('installing dependencies (npm install)');
  run('npm', args, process.env);
}

/**
 * Runs a program in the root folder to its end; what it prints is shown only when it fails. Exits when it does.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function run(command, args, env = TOOL_ENV) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`);
  console.error(`countinghouse: ${command} ${args.join(' ')} failed`);
  process.exit(1);
}
