import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ProcessIdentity } from '@countinghouse/servers';
import { guardian, identifyProcess, signalGroup } from '@countinghouse/servers';
import { vi } from 'vitest';
import { ROOT } from './root.ts';

export const READY = /^countinghouse ready (http:\/\/127\.0\.0\.1:\d+\/shm)$/;

/** `npm start`, as a user at a terminal runs it: the whole family of processes is one group. */
export class NpmStart {
  readonly lines: string[] = [];
  /** Resolves once nobody holds its output any more: npm, the launcher and what is between them have ended. */
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #dataDir: string;

  /** `root` is the folder of the checkout; this one by default. */
  constructor(dataDir: string, env: Readonly<Record<string, string>> = {}, root: string = ROOT) {
    this.#dataDir = dataDir;
    const { NATS_URL: _nats, MONGODB_URL: _mongo, ...inherited } = process.env;
    this.#child = spawn('npm', ['start', '--silent'], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...inherited, PORT: '0', ...env, DATA_DIR: dataDir },
    });
    const identity = identifyProcess(this.#child.pid ?? 0);
    if (identity !== undefined) guardian().watch(identity);
    this.exited = new Promise((resolve) => this.#child.once('close', resolve));
    if (this.#child.stdout === null) throw new Error('npm start has no standard output');
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.lines.push(line));
  }

  /** Waits for the last line of the start and answers the address in it. */
  async readyUrl(timeoutMs: number): Promise<string> {
    const gaveUp = this.exited.then((code) => {
      throw new Error(`npm start ended with ${code}:\n${this.lines.join('\n')}`);
    });
    const ready = vi.waitFor(
      () => {
        const url = READY.exec(this.lines.at(-1) ?? '')?.[1];
        if (url === undefined) throw new Error(`not ready yet:\n${this.lines.join('\n')}`);
        return url;
      },
      { timeout: timeoutMs, interval: 50 },
    );
    return Promise.race([ready, gaveUp]);
  }

  /** The generated password, in the lines where it was shown. */
  get shownPasswords(): readonly string[] {
    return this.lines.flatMap((line) => /administrator admin, password (\S+)/.exec(line)?.[1] ?? []);
  }

  /** Sends a signal to the whole group, as a terminal does. */
  signal(signal: NodeJS.Signals): void {
    if (this.#child.pid !== undefined) signalGroup(this.#child.pid, signal);
  }

  /** Sends a signal to npm alone, as a process manager does. */
  signalNpm(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Every process that it has started so far and that still runs, npm first, each after its parent. */
  family(): readonly ProcessIdentity[] {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const parents = table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    const pids = new Set([this.#child.pid]);
    // A process that is met before its parent is found in a later round.
    for (let known = 0; known < pids.size; ) {
      known = pids.size;
      for (const [pid, parent] of parents) if (pids.has(parent)) pids.add(pid);
    }
    return [...pids].flatMap((pid) => identifyProcess(pid ?? 0) ?? []);
  }

  /** The processes it has written down, by name. */
  processes(): Readonly<Record<string, ProcessIdentity>> {
    return JSON.parse(readFileSync(join(this.#dataDir, 'processes.json'), 'utf8')) as Record<string, ProcessIdentity>;
  }
}
