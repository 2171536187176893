import { spawn } from 'node:child_process';

/** What a program that ran to its end with exit code 0 has printed. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  /** Shows what the program prints on our stderr while it runs. */
  readonly visible?: boolean;
}

/** A program could not be started, exited with another code than 0, or ran into its time limit. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
}

/**
 * Runs a program to its end, without a shell.
 * @throws ProgramFailed with the last lines the program printed.
 */
export function runProgram(command: string, args: string[], options: RunProgramOptions = {}): Promise<ProgramOutput> {
  const { timeoutMs = 60_000, visible = false, cwd, env } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
    });
    // What we run does not outlive us.
    const killAtExit = () => child.kill('SIGKILL');
    process.once('exit', killAtExit);
    child.once('close', () => process.removeListener('exit', killAtExit));
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (visible) process.stderr.write(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (visible) process.stderr.write(text);
    });
    child.on('error', (cause) => reject(new ProgramFailed(`${command} did not start: ${cause.message}`, { cause })));
    child.on('close', (code, signal) => {
      if (code === 0) resolve({ stdout, stderr });
      else reject(new ProgramFailed(failureText(command, args, code, signal, `${stdout}\n${stderr}`)));
    });
  });
}

function failureText(
  command: string,
  args: string[],
  code: number | null,
  signal: NodeJS.Signals | null,
  output: string,
): string {
  const end = signal ? `was ended by ${signal}` : `exited with ${code}`;
  return `${[command, ...args].join(' ')} ${end}\n${lastLines(output, 8)}`.trim();
}

/** The last non-empty lines of a text. */
export function lastLines(text: string, count: number): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .join('\n');
}
