import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProcessIdentity } from './process-identity.ts';

/**
 * Ends what this process started, also when this process is killed with SIGKILL: a small process of its own
 * holds the other end of a pipe, and when the pipe closes it ends every process and removes every folder told to it.
 */
export interface Guardian {
  /** What others need `last` is ended when they have ended. */
  watch(identity: ProcessIdentity, order?: 'first' | 'last'): void;
  forget(identity: ProcessIdentity): void;
  removeAtEnd(folder: string): void;
}

let shared: Guardian | undefined;

/** The guardian of this process; started at the first call. */
export function guardian(): Guardian {
  shared ??= startGuardian();
  return shared;
}

function startGuardian(): Guardian {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const program = fileURLToPath(new URL(`./guardian-process.${extension}`, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [program], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  });
  child.unref();
  const pipe = child.stdin;
  if (pipe === null) throw new Error('the guardian process has no standard input');
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  // A guardian that died is replaced at the next call; what it watched is still ended by the ordinary stop.
  child.once('exit', () => {
    shared = undefined;
  });
  pipe.on('error', () => {
    shared = undefined;
  });
  const say = (message: readonly string[]) => pipe.write(`${JSON.stringify(message)}\n`);
  return {
    watch: ({ pid, startedAt }, order = 'first') => say(['watch', String(pid), startedAt, order]),
    forget: ({ pid }) => say(['forget', String(pid)]),
    removeAtEnd: (folder) => say(['remove', folder]),
  };
}
