import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineVersion, ServerProgram } from './server-program.ts';

const RECORD_FILE = 'engine.json';

/** Which program made the data in this folder; undefined for a folder without data. */
export function recordedEngine(folder: string): EngineVersion | undefined {
  const path = join(folder, RECORD_FILE);
  if (!existsSync(path)) return undefined;
  const { engine, version } = JSON.parse(readFileSync(path, 'utf8')) as EngineVersion;
  return { engine, version };
}

/** Notes the program before it writes its first file, so that later starts use exactly that one. */
export function recordEngine(folder: string, { engine, version }: ServerProgram): void {
  writeFileSync(join(folder, RECORD_FILE), `${JSON.stringify({ engine, version })}\n`);
}

/** The folder's data was made with a program that cannot be had any more. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/**
 * The program for a data folder: the one that made it, else whichever `obtain` prefers, which is then recorded.
 * @throws EngineUnavailable
 */
export async function programForFolder(
  folder: string,
  obtain: (wanted: EngineVersion | undefined) => Promise<ServerProgram>,
): Promise<ServerProgram> {
  const recorded = recordedEngine(folder);
  if (recorded === undefined) {
    const program = await obtain(undefined);
    recordEngine(folder, program);
    return program;
  }
  return obtain(recorded).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EngineUnavailable(
      `${folder} was made with ${recorded.engine} ${recorded.version}, and only that may open it: ${reason}`,
      { cause },
    );
  });
}
