import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installDependencies, PINNED_NODE, ROOT, run, TOOL_ENV } from './install.mjs';

// `npm start` on whatever Node the machine has: installs, builds, and hands over to the pinned Node.
const say = (line) => console.log(`countinghouse: ${line}`);

installDependencies(say);
say('building what has changed');
run('turbo', ['run', 'build', '--output-logs=errors-only']);

const launcher = spawn(PINNED_NODE, [join(ROOT, 'packages', 'launcher', 'dist', 'main.js')], {
  cwd: ROOT,
  env: TOOL_ENV,
  // Through the fourth channel the launcher notices when this process is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// The terminal sends SIGINT to both; the launcher stops everything and ends, and then so does this process.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => launcher.kill(signal));
// npm hands its signals on to us, but for SIGKILL: then only our parent is another.
// biome-ignore lint/suspicious/noUndeclaredEnvVars: npm sets it, nobody configures it.
if (process.env.npm_lifecycle_event === 'start') {
  const npm = process.ppid;
  const watch = setInterval(() => process.ppid !== npm && launcher.kill('SIGTERM'), 1_000);
  watch.unref();
}
launcher.on('exit', (code) => process.exit(code ?? 1));
