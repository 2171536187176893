import type { JsonValue } from '@countinghouse/contracts';
import type { Command, Executed } from './command.ts';

/** A command that waits for its answer. */
export interface Job {
  readonly command: Command<JsonValue>;
  /** Unique; written with the entry. */
  readonly attempt: string;
  readonly resolve: (executed: Executed<JsonValue>) => void;
  readonly reject: (error: unknown) => void;
}
