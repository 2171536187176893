import { openStoreNamed, silentLog } from './open-test-store.ts';
import { Outbox } from './outbox.ts';
import { type OutboxDocument, outboxEntry } from './outbox-entry.ts';

// Run by outbox-crash.test.ts: changes documents and settles their events until it is killed, telling its parent.
const store = await openStoreNamed(process.argv[2] ?? '');
const tell = (message: object) => process.send?.(message);
const outbox = new Outbox({
  store,
  owner: 'user',
  log: silentLog,
  publish: async (events) => {
    for (const event of events) tell({ published: event.id });
  },
});
const things = store.collection<OutboxDocument>('things');

async function write(first: number, step: number): Promise<never> {
  for (let id = first; ; id += step) {
    const entry = outboxEntry('thing.created', { id }, new Date(), `e${id}`);
    const thing = { _id: id, outbox: [entry] };
    await things.insertOne(thing);
    tell({ changed: id });
    outbox.settleSoon('things', thing);
  }
}

const WRITERS = 8;
await Promise.all(Array.from({ length: WRITERS }, (_, index) => write(index + 1, WRITERS)));
