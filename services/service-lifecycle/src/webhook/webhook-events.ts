import type { StoredEvent } from '@countinghouse/contracts';
import type { Runtime, Sweeper } from '@countinghouse/service';
import { EventCursor } from '@countinghouse/store';
import { SERVICE_CHANGED_EVENT } from '../user-service/node-state.ts';
import type { Notice, Webhooks } from './webhooks.ts';

const SWEEP_MS = 2_000;
/** Sequences of one owner appear out of order within seconds. */
const TRAIL_MS = 60_000;

/** Tells webhooks of the changes of services, read from this service's own events, which costs nothing while nobody listens. */
export class WebhookEvents {
  readonly #runtime: Pick<Runtime, 'outbox'>;
  readonly #webhooks: Webhooks;
  readonly #cursor: EventCursor;

  constructor(
    { store, outbox, clock, log, name }: Pick<Runtime, 'store' | 'outbox' | 'clock' | 'log' | 'name'>,
    webhooks: Webhooks,
  ) {
    this.#runtime = { outbox };
    this.#webhooks = webhooks;
    const handleAll = (events: readonly StoredEvent[]) => webhooks.tell(events.map(noticeOf), clock.now());
    this.#cursor = new EventCursor({
      ...{ store, log, owner: name, consumer: 'webhooks', trailMs: TRAIL_MS },
      types: [SERVICE_CHANGED_EVENT],
      handle: (event) => handleAll([event]),
      handleAll,
    });
  }

  get sweeper(): Sweeper {
    return { name: 'webhooks', intervalMs: SWEEP_MS, sweep: () => this.#sweep() };
  }

  /** Before the first one listens: what happened so far is not told. */
  async skipPast(): Promise<void> {
    await this.#cursor.skipTo(await this.#runtime.outbox.events.last());
  }

  async #sweep(): Promise<number> {
    if (!(await this.#webhooks.isAnyEnabled())) return 0;
    return this.#cursor.catchUp((after, limit) => this.#runtime.outbox.events.after(after, limit));
  }
}

/** What webhooks are told of an event of a service. */
export function noticeOf({ id, type, at, data }: StoredEvent): Notice {
  return { id, event: type as Notice['event'], at: new Date(at), data };
}
