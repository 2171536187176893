import type { BusEvent } from '@countinghouse/bus';
import { Fault } from '@countinghouse/contracts';
import type { EventCursor, EventOutcome } from '@countinghouse/store';

interface Waiting {
  readonly event: BusEvent;
  readonly settle: PromiseWithResolvers<void>;
}

/** Hands the events that arrive while others are handled to the cursor together: a write for many costs hardly more than for one. */
export class EventBatches {
  readonly #cursor: EventCursor;
  #waiting: Waiting[] = [];
  #busy = false;

  constructor(cursor: EventCursor) {
    this.#cursor = cursor;
  }

  /** Resolves when the event is done; rejects when it failed or another replica works on it. */
  take(event: BusEvent): Promise<void> {
    const settle = Promise.withResolvers<void>();
    this.#waiting.push({ event, settle });
    if (!this.#busy) {
      this.#busy = true;
      setImmediate(() => void this.#work());
    }
    return settle.promise;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#process(batch);
    }
    this.#busy = false;
  }

  async #process(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#cursor.processAll(batch.map(({ event }) => event));
      for (const { event, settle } of batch) settleAs(outcomes.get(event.id), settle);
    } catch (error) {
      for (const { settle } of batch) settle.reject(error);
    }
  }
}

function settleAs(outcome: EventOutcome | undefined, settle: PromiseWithResolvers<void>): void {
  if (outcome?.kind === 'failed') settle.reject(outcome.error);
  else if (outcome?.kind === 'busy') settle.reject(new Fault(503, 'Another replica handles the event'));
  else settle.resolve();
}
