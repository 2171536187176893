import type { Bus } from '@countinghouse/bus';
import { CLOCK_READ_TOPIC, CLOCK_TOPIC, type ClockSet } from '@countinghouse/contracts';
import type { Clock } from '@countinghouse/process';
import type { Store } from '@countinghouse/store';

interface ClockDocument {
  readonly _id: 'clock';
  readonly nowMs: number | null;
}

/** Where the clock stands, as all replicas of a service remember it; undefined where it was never put anywhere. */
export interface StoredClock {
  read(): Promise<number | null | undefined>;
  write(nowMs: number | null): Promise<void>;
}

export function storedClock(store: Store): StoredClock {
  const clocks = store.collection<ClockDocument>('clock');
  return {
    read: async () => (await clocks.findOne({ _id: 'clock' }))?.nowMs,
    write: async (nowMs) => {
      await clocks.updateOne({ _id: 'clock' }, { $set: { nowMs } }, { upsert: true });
    },
  };
}

/**
 * Takes the test clock over as it was when the service last ran, follows it, and tells it to those who ask (decisions.md 15).
 * It follows before it looks, so that nothing that is set in between is missed.
 */
export async function followTestClock(clock: Clock, stored: StoredClock, bus: Bus): Promise<void> {
  bus.onGather(CLOCK_TOPIC, async (payload) => {
    const { nowMs } = payload as ClockSet;
    await stored.write(nowMs);
    clock.set(nowMs);
    return { confirmed: true };
  });
  await bus.subscribed();
  await clock.takeOver(() => stored.read());
  bus.onGather(CLOCK_READ_TOPIC, async (): Promise<ClockSet> => ({ nowMs: clock.standsStill ? clock.nowMs() : null }));
}
