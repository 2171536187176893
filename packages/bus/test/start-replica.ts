import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a process that serves the test operations; resolves when it does. */
export async function startReplica(url: string, prefix: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('replica-process.ts', import.meta.url));
  const child = fork(program, [url, prefix], {
    execArgv: ['--conditions=source'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (!child.stdout) throw new Error('the replica has no output');
  await once(child.stdout, 'data');
  return child;
}

export async function killReplica(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
