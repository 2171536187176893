import type { StoredEvent } from '@countinghouse/contracts';
import type { Collection } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropTestStore, openTestStore, siblingOf, silentLog } from './open-test-store.ts';
import { Outbox, type OutboxOptions } from './outbox.ts';
import {
  OUTBOX_INDEXES,
  type OutboxDocument,
  type OutboxEntry,
  outboxEntry,
  pushOutbox,
  requireOutboxRoom,
} from './outbox-entry.ts';
import { startOutboxSweeper } from './outbox-sweeper.ts';
import type { Store } from './store.ts';
import { findLive } from './tombstone.ts';

const AT = new Date('2019-04-01T01:00:00Z');
interface Thing extends OutboxDocument {
  readonly _id: number;
  readonly name?: string;
}

let store: Store;
let things: Collection<Thing>;
let published: StoredEvent[];

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => dropTestStore(store));
beforeEach(async () => {
  published = [];
  await Promise.all(['things', 'events', 'graves'].map((name) => store.collection(name).deleteMany({})));
  things = store.collection<Thing>('things');
  await store.ensureIndexes([
    { collection: 'things', indexes: [...OUTBOX_INDEXES, { key: { name: 1 }, unique: true, sparse: true }] },
  ]);
});

function outboxWith(options: Partial<OutboxOptions> = {}): Outbox {
  const publish = async (events: readonly StoredEvent[]) => {
    published.push(...events);
  };
  return new Outbox({ store, owner: 'billing', publish, log: silentLog, ...options });
}

const failing = { publish: () => Promise.reject(new Error('no stream')) };
const entry = (id: string): OutboxEntry => outboxEntry('thing.changed', { id, $odd: { _bsontype: 1 } }, AT, id);

async function insertThing(id: number, ...entries: OutboxEntry[]): Promise<Thing> {
  const thing: Thing = { _id: id, name: `thing ${id}`, outbox: entries };
  await things.insertOne(thing);
  return thing;
}

async function outboxOf(id: number): Promise<string[] | undefined> {
  return (await things.findOne({ _id: id }))?.outbox?.map((one) => one.id);
}

describe('settling', () => {
  it('stores, numbers, publishes and takes out', async () => {
    const outbox = outboxWith();
    expect(await outbox.settle('things', await insertThing(1, entry('a'), entry('b')))).toBe(2);
    expect(published.map((event) => event.id)).toEqual(['a', 'b']);
    expect(published[0]).toMatchObject({
      owner: 'billing',
      type: 'thing.changed',
      at: '2019-04-01T01:00:00.000Z',
      data: { id: 'a', $odd: { _bsontype: 1 } },
    });
    expect(await outboxOf(1)).toEqual([]);
    expect(await outbox.events.after(0, 10)).toEqual(published);
    expect(await outbox.events.after(published[0]?.sequence ?? 0, 10)).toEqual(published.slice(1));
    expect(await outbox.events.last()).toBe(published.at(-1)?.sequence);
  });

  it('leaves what was added meanwhile', async () => {
    const outbox = outboxWith({
      publish: async () => {
        await things.updateOne({ _id: 1 }, pushOutbox([entry('later')]));
      },
    });
    await outbox.settle('things', await insertThing(1, entry('a')));
    expect(await outboxOf(1)).toEqual(['later']);
  });

  it('gathers what waits into one publication', async () => {
    let publications = 0;
    const outbox = outboxWith({
      publish: async (events) => {
        publications += 1;
        published.push(...events);
      },
    });
    for (let id = 1; id <= 20; id += 1) outbox.settleSoon('things', await insertThing(id, entry(`e${id}`)));
    await outbox.drain();
    expect(published).toHaveLength(20);
    const inOneTick = await Promise.all([31, 32, 33].map((id) => insertThing(id, entry(`e${id}`))));
    publications = 0;
    for (const thing of inOneTick) outbox.settleSoon('things', thing);
    await outbox.drain();
    expect(publications).toBe(1);
    expect(await things.countDocuments({ 'outbox.0': { $exists: true } })).toBe(0);
  });

  it('refuses a document whose events pile up', () => {
    const outbox = Array.from({ length: 63 }, (_, index) => entry(`e${index}`));
    expect(() => requireOutboxRoom({ outbox })).not.toThrow();
    expect(() => requireOutboxRoom({ outbox }, 2)).toThrow(expect.objectContaining({ status: 503 }));
    expect(() => requireOutboxRoom({})).not.toThrow();
  });
});

describe('after a crash', () => {
  const sweep = () => outboxWith().sweep(['things'], 0);

  it('before anything was settled, the sweeper settles', async () => {
    await insertThing(1, entry('a'));
    expect(await sweep()).toBe(1);
    expect(published.map((event) => event.id)).toEqual(['a']);
    expect(await outboxOf(1)).toEqual([]);
    expect(await sweep()).toBe(0);
  });

  it('between storing and publishing, the event keeps its number and is published', async () => {
    const thing = await insertThing(1, entry('a'), entry('b'));
    await expect(outboxWith(failing).settle('things', thing)).rejects.toThrow('no stream');
    expect(await outboxOf(1)).toEqual(['a', 'b']);
    const stored = await outboxWith().events.after(0, 10);
    await sweep();
    expect(published).toEqual(stored);
    expect(await store.collection('events').countDocuments()).toBe(2);
    expect(await outboxOf(1)).toEqual([]);
  });

  it('between publishing and taking out, the same event is published again', async () => {
    const thing = await insertThing(1, entry('a'));
    const dying = await siblingOf(store);
    const outbox = new Outbox({
      store: dying,
      owner: 'billing',
      log: silentLog,
      publish: async (events) => {
        published.push(...events);
        await dying.close();
      },
    });
    await expect(outbox.settle('things', thing)).rejects.toThrow();
    expect(await outboxOf(1)).toEqual(['a']);
    await sweep();
    expect(published).toHaveLength(2);
    expect(published[1]).toEqual(published[0]);
    expect(await outboxOf(1)).toEqual([]);
  });

  it('in the middle of several documents, each is settled once', async () => {
    const settled = await insertThing(1, entry('a'));
    await expect(outboxWith(failing).settle('things', settled)).rejects.toThrow('no stream');
    await insertThing(2, entry('b'));
    await sweep();
    expect(published.map((event) => event.id).sort()).toEqual(['a', 'b']);
    expect((await outboxWith().events.after(0, 10)).map((event) => event.id).sort()).toEqual(['a', 'b']);
  });

  it('many replicas sweep at once without harm', async () => {
    for (let id = 1; id <= 30; id += 1) await insertThing(id, entry(`e${id}`));
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(new Set(published.map((event) => `${event.id} ${event.sequence}`)).size).toBe(30);
    expect(await store.collection('events').countDocuments()).toBe(30);
    expect(await things.countDocuments({ 'outbox.0': { $exists: true } })).toBe(0);
  });

  it('more documents than fit into one go are settled', async () => {
    await things.insertMany(Array.from({ length: 230 }, (_, id) => ({ _id: id + 1, outbox: [entry(`e${id}`)] })));
    expect(await sweep()).toBe(230);
  });

  it('a failure after the answer is logged and left to the sweeper, which runs again and again', async () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (_: object, message: string) => warnings.push(message) };
    const outbox = outboxWith({ ...failing, log });
    outbox.settleSoon('things', await insertThing(1, { ...entry('a'), queued_at: new Date(0) }));
    await outbox.drain();
    expect(warnings).toHaveLength(1);
    const sweeper = startOutboxSweeper({ outbox: outboxWith(), collections: ['things'], intervalMs: 20, log });
    await expect.poll(() => outboxOf(1)).toEqual([]);
    await sweeper.stop();
    expect(published).toHaveLength(1);
  });

  it('young entries are left to the request that wrote them', async () => {
    await insertThing(1, entry('a'));
    expect(await outboxWith().sweep(['things'])).toBe(0);
  });
});

describe('burying', () => {
  const ids = () => published.map((event) => event.id).sort();

  it('tells of the deletion, frees the unique values at once and leaves nothing', async () => {
    const outbox = outboxWith();
    await insertThing(1, entry('a-created'));
    expect(await outbox.bury<Thing>('things', 1, [entry('b-deleted')])).toMatchObject({ name: 'thing 1' });
    await store.insert('things', { _id: 2, name: 'thing 1' });
    await outbox.drain();
    expect(published.map((event) => event.id)).toEqual(['a-created', 'b-deleted']);
    expect(await things.countDocuments()).toBe(1);
    expect(await store.collection('graves').countDocuments()).toBe(0);
  });

  it('happens once', async () => {
    await insertThing(1);
    const outbox = outboxWith();
    const buried = await Promise.all([1, 2, 3].map(() => outbox.bury('things', 1, [entry('deleted')])));
    expect(buried.filter((before) => before !== undefined)).toHaveLength(1);
    expect(await outbox.bury('things', 99, [])).toBeUndefined();
    await outbox.drain();
    expect(ids()).toEqual(['deleted']);
  });

  it('keeps the events of a failed publication for the sweeper', async () => {
    await insertThing(1);
    const outbox = outboxWith(failing);
    await outbox.bury('things', 1, [entry('deleted')]);
    await outbox.drain();
    expect(await things.countDocuments()).toBe(0);
    await expect(outbox.sweep(['things'], 0)).rejects.toThrow('no stream');
    await outboxWith().sweep(['things'], 0);
    expect(ids()).toEqual(['deleted']);
    expect(await store.collection('graves').countDocuments()).toBe(0);
  });

  it('is completed by the sweeper after a crash between its steps', async () => {
    const stone = (id: number) => ({
      _id: id,
      name: `thing ${id}`,
      tombstone: `grave ${id}`,
      outbox: [entry(`e${id}`)],
    });
    await things.insertMany([stone(1), stone(2)]);
    await store.collection<OutboxDocument>('graves').insertOne({ ...stone(2), _id: 'grave 2' });
    expect(await findLive(things, 1)).toBeUndefined();
    await outboxWith().sweep(['things'], 0);
    expect(ids()).toEqual(['e1', 'e2']);
    expect(await things.countDocuments()).toBe(0);
    await store.insert('things', { _id: 3, name: 'thing 1' });
  });

  it('without events leaves nothing either', async () => {
    await insertThing(1);
    const outbox = outboxWith();
    await outbox.bury('things', 1, []);
    await outbox.drain();
    expect(await things.countDocuments()).toBe(0);
    expect(await store.collection('graves').countDocuments()).toBe(0);
  });
});
