import type { IndexDescription } from 'mongodb';

export interface IndexesOfCollection {
  readonly collection: string;
  readonly indexes: readonly IndexDescription[];
}
