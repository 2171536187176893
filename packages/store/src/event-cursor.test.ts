import type { StoredEvent } from '@countinghouse/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventCursor, type EventCursorOptions, type FetchEvents } from './event-cursor.ts';
import { dropTestStore, openTestStore, siblingOf, silentLog } from './open-test-store.ts';
import type { Store } from './store.ts';

let store: Store;
let handled: string[];
let events: StoredEvent[];
let askedAfter: number[];

beforeEach(async () => {
  store = await openTestStore();
  handled = [];
  events = [];
  askedAfter = [];
});
afterEach(() => dropTestStore(store));

function happened(...sequences: number[]): void {
  for (const sequence of sequences) {
    events.push({ id: `e${sequence}`, owner: 'user', sequence, type: 't', at: '2019-04-01T00:00:00Z', data: {} });
  }
}

const fetch: FetchEvents = async (after, limit) => {
  askedAfter.push(after);
  const following = events.filter((event) => event.sequence > after).sort((a, b) => a.sequence - b.sequence);
  return following.slice(0, limit);
};

function cursorOf(options: Partial<EventCursorOptions> = {}): EventCursor {
  const handle = async (event: StoredEvent) => {
    handled.push(event.id);
  };
  return new EventCursor({ store, consumer: 'c', owner: 'user', handle, log: silentLog, ...options });
}

describe('EventCursor', () => {
  it('handles what the stream brings once, and what it did not bring by asking', async () => {
    happened(1, 2, 3);
    const cursor = cursorOf();
    expect(await cursor.process(events[1] as StoredEvent)).toBe(true);
    expect(await cursor.process(events[1] as StoredEvent)).toBe(true);
    expect(await cursor.catchUp(fetch)).toBe(2);
    expect(handled).toEqual(['e2', 'e1', 'e3']);
    expect(await cursor.catchUp(fetch)).toBe(0);
  });

  it('passes over types that it does not want, and keeps nothing of them', async () => {
    happened(1, 2);
    const other: StoredEvent = { ...(events[0] as StoredEvent), id: 'e3', sequence: 3, type: 'other' };
    events.push(other);
    const cursor = cursorOf({ types: ['t'] });
    expect(await cursor.process(other)).toBe(true);
    expect(await cursor.catchUp(fetch)).toBe(2);
    expect(handled).toEqual(['e1', 'e2']);
    expect(await store.collection('consumed').countDocuments()).toBe(2);
  });

  it('trails behind what it saw, so that an event that appears late is not missed', async () => {
    happened(1, 3);
    await cursorOf().catchUp(fetch);
    happened(2);
    expect(await cursorOf().catchUp(fetch)).toBe(1);
    expect(handled).toEqual(['e1', 'e3', 'e2']);
  });

  it('begins behind what does not concern it, and never goes back', async () => {
    happened(1, 2, 3);
    const cursor = cursorOf();
    await cursor.skipTo(2);
    await cursor.skipTo(1);
    expect(await cursor.catchUp(fetch)).toBe(1);
    expect(handled).toEqual(['e3']);
  });

  it('moves on once the time has passed', async () => {
    happened(1, 2);
    const cursor = cursorOf({ trailMs: 0 });
    await cursor.catchUp(fetch);
    await cursor.catchUp(fetch);
    await cursor.catchUp(fetch);
    expect(askedAfter).toEqual([0, 0, 2]);
  });

  it('keeps an event that fails and does not move past it', async () => {
    happened(1, 2, 3);
    let broken = true;
    const handle = async (event: StoredEvent) => {
      if (event.id === 'e2' && broken) throw new Error('broken');
      handled.push(event.id);
    };
    const cursor = cursorOf({ handle, trailMs: 0 });
    for (let round = 0; round < 3; round += 1) await cursor.catchUp(fetch);
    expect(handled).toEqual(['e1', 'e3']);
    expect(askedAfter.at(-1)).toBe(1);
    broken = false;
    expect(await cursor.catchUp(fetch)).toBe(1);
    expect(handled).toEqual(['e1', 'e3', 'e2']);
  });

  it('does not move past a late event that fails either', async () => {
    happened(1, 3);
    const cursor = cursorOf({
      trailMs: 0,
      handle: async (event) => {
        if (event.id === 'e2') throw new Error('broken');
      },
    });
    await cursor.catchUp(fetch);
    happened(2);
    for (let round = 0; round < 4; round += 1) await cursor.catchUp(fetch);
    expect(askedAfter.at(-1)).toBeLessThan(2);
  });

  it('lets one of several replicas handle an event', async () => {
    happened(...Array.from({ length: 40 }, (_, index) => index + 1));
    const other = await siblingOf(store);
    await Promise.all([cursorOf().catchUp(fetch), cursorOf({ store: other }).catchUp(fetch)]);
    await other.close();
    expect([...handled].sort()).toEqual(events.map((event) => event.id).sort());
  });

  it('says that another replica is at it', async () => {
    happened(1);
    let release = () => {};
    let entered = () => {};
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const slow = cursorOf({
      handle: () =>
        new Promise((resolve) => {
          release = resolve;
          entered();
        }),
    });
    const first = slow.process(events[0] as StoredEvent);
    await inside;
    expect(await cursorOf().process(events[0] as StoredEvent)).toBe(false);
    release();
    expect(await first).toBe(true);
    expect(handled).toEqual([]);
  });

  it('handles several at once where that is offered, and only those that are new', async () => {
    happened(1, 2, 3);
    const batches: string[][] = [];
    const handleAll = async (batch: readonly StoredEvent[]) => void batches.push(batch.map(({ id }) => id));
    const cursor = cursorOf({ handleAll });
    await cursor.process(events[0] as StoredEvent);
    const outcomes = await cursor.processAll(events);
    expect([...outcomes.values()].map(({ kind }) => kind).sort()).toEqual(['handled', 'handled', 'repeated']);
    expect([handled, batches]).toEqual([['e1'], [['e2', 'e3']]]);
  });

  it('finds the one that fails among several, and does the others', async () => {
    happened(1, 2, 3);
    const refuse = (batch: readonly StoredEvent[]) => {
      if (batch.some(({ id }) => id === 'e2')) throw new Error('broken');
    };
    const cursor = cursorOf({
      handle: async (event) => {
        refuse([event]);
        handled.push(event.id);
      },
      handleAll: async (batch) => refuse(batch),
    });
    const outcomes = await cursor.processAll(events);
    expect([...outcomes].map(([id, { kind }]) => `${id} ${kind}`).sort()).toEqual([
      'e1 handled',
      'e2 failed',
      'e3 handled',
    ]);
    expect(handled).toEqual(['e1', 'e3']);
  });

  it('keeps consumers apart', async () => {
    happened(1);
    await cursorOf({ consumer: 'a' }).catchUp(fetch);
    await cursorOf({ consumer: 'b' }).catchUp(fetch);
    expect(handled).toEqual(['e1', 'e1']);
  });

  it('pages through many', async () => {
    happened(...Array.from({ length: 1100 }, (_, index) => index + 1));
    expect(await cursorOf().catchUp(fetch)).toBe(1100);
    expect(askedAfter).toEqual([0, 500, 1000]);
  });
});
