import type { Bus } from '@countinghouse/bus';
import { CLOCK_TOPIC, type ClockSet } from '@countinghouse/contracts';
import type { Clock } from '@countinghouse/process';
import type { Store } from '@countinghouse/store';

interface ClockDocument {
  readonly _id: 'clock';
  readonly nowMs: number | null;
}

/** Takes the test clock over as it was when the service last ran, and follows it (decisions.md 15). */
export async function followTestClock(clock: Clock, store: Store, bus: Bus): Promise<void> {
  const clocks = store.collection<ClockDocument>('clock');
  const stored = await clocks.findOne({ _id: 'clock' });
  if (stored) clock.set(stored.nowMs);
  bus.onGather(CLOCK_TOPIC, async (payload) => {
    const { nowMs } = payload as ClockSet;
    await clocks.updateOne({ _id: 'clock' }, { $set: { nowMs } }, { upsert: true });
    clock.set(nowMs);
    return { confirmed: true };
  });
}
