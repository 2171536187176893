import { programOnPath } from './program-on-path.ts';
import { runProgram } from './run-program.ts';
import type { Engine, EngineVersion, ProgramSource, ServerProgram } from './server-program.ts';

/** Asks a server program for its version. */
export async function programAt(engine: Engine, path: string): Promise<ServerProgram> {
  const { stdout } = await runProgram(path, ['--version'], { timeoutMs: 20_000 });
  const version = /v?(\d+\.\d+\.\d+[-.\w]*)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${path} --version does not name a version`);
  return { engine, version, path };
}

/** A program that is installed on this machine. */
export function pathSource(engine: Engine): ProgramSource {
  return {
    name: `${engine} on PATH`,
    async obtain(wanted) {
      const path = programOnPath(engine);
      if (path === undefined) return undefined;
      const program = await programAt(engine, path);
      if (!isWanted(program, wanted)) throw new Error(`is version ${program.version}`);
      return program;
    },
  };
}

export function isWanted(program: EngineVersion, wanted: EngineVersion | undefined): boolean {
  return wanted === undefined || (program.engine === wanted.engine && program.version === wanted.version);
}
