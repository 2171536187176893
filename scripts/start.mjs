import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installDependencies, PINNED_NODE, ROOT, run, TOOL_ENV } from './install.mjs';

// `npm start` on whatever Node the machine has: installs, builds, and hands over to the pinned Node.
const say = (line) => console.log(`countinghouse: ${line}`);

// biome-ignore lint/suspicious/noUndeclaredEnvVars: npm sets it, nobody configures it.
const npm = process.env.npm_lifecycle_event === 'start' ? process.ppid : undefined;
/** Whether npm was killed: it hands its signals on to us, but for SIGKILL; then only our parent is another. */
const isNpmGone = () => npm !== undefined && process.ppid !== npm;

installDependencies(say);
say('building what has changed');
run('turbo', ['run', 'build', '--output-logs=errors-only']);
// Nobody waits for what would be started now.
if (isNpmGone()) process.exit(1);

const launcher = spawn(PINNED_NODE, [join(ROOT, 'packages', 'launcher', 'dist', 'main.js')], {
  cwd: ROOT,
  env: TOOL_ENV,
  // Through the fourth channel the launcher notices when this process is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// The launcher stops everything and ends, and then so does this process; what the terminal sent to both comes to it twice.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => launcher.kill(signal));
setInterval(() => isNpmGone() && launcher.kill('SIGTERM'), 1_000).unref();
launcher.on('exit', (code) => process.exit(code ?? 1));
