import type { Outbox } from '@countinghouse/store';

/** Brings the events of changed and deleted documents into the world. */
export type Announcer = Pick<Outbox, 'settleSoon' | 'bury'>;
