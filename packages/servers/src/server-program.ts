/** The server programs that can stand behind `NATS_URL` and `MONGODB_URL`. */
export type Engine = 'nats-server' | 'mongod' | 'secantusd-rs';

/** Exactly which program: what a data folder was made with. */
export interface EngineVersion {
  readonly engine: Engine;
  /** As the program says it, without a leading `v`, for example `2.15.2`. */
  readonly version: string;
}

/** A server program that is in place on this machine. */
export interface ServerProgram extends EngineVersion {
  /** Full path of the executable. */
  readonly path: string;
}

/** Told what takes time while a program is being obtained, one short sentence each. */
export type Progress = (sentence: string) => void;

/** One way to come by a program. */
export interface ProgramSource {
  /** How messages name it, for example `PATH` or `go install`. */
  readonly name: string;
  /** Answers undefined when this way is not open on this machine; throws when it should have worked. */
  obtain(wanted: EngineVersion | undefined, progress: Progress): Promise<ServerProgram | undefined>;
}

/** No source had the program; the message names each and why. */
export class ProgramNotFound extends Error {
  override readonly name = 'ProgramNotFound';
}

/**
 * Asks the sources in their order for a program, exactly the wanted one when a version is given.
 * @throws ProgramNotFound
 */
export async function obtainProgram(
  what: string,
  sources: readonly ProgramSource[],
  wanted: EngineVersion | undefined,
  progress: Progress,
): Promise<ServerProgram> {
  const reasons: string[] = [];
  for (const source of sources) {
    try {
      const program = await source.obtain(wanted, progress);
      if (program !== undefined) return program;
      reasons.push(`${source.name}: not there`);
    } catch (error) {
      reasons.push(`${source.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const exactly = wanted === undefined ? what : `${wanted.engine} ${wanted.version}`;
  throw new ProgramNotFound(`no ${exactly} could be obtained:\n  ${reasons.join('\n  ')}`);
}
