import type { Connection } from './connection.ts';
import type { Inbox } from './inbox.ts';
import type { BusLog } from './options.ts';
import type { Ticker } from './ticker.ts';

/** What every part of a bus works with. */
export interface Link {
  readonly connection: Connection;
  readonly inbox: Inbox;
  readonly ticker: Ticker;
  readonly log: BusLog;
  /** The first token of every subject. */
  readonly prefix: string;
}
