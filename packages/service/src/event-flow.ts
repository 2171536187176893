import { setTimeout as pause } from 'node:timers/promises';
import type { Consuming } from '@countinghouse/bus';
import { Fault, type ServiceName, type StoredEvent, systemOperationsOf } from '@countinghouse/contracts';
import { EventCursor, type EventCursorOptions, type Outbox } from '@countinghouse/store';
import type { EventConsumers, Runtime, ServiceParts, Sweeper } from './definition.ts';
import { EventBatches } from './event-batches.ts';
import { type Implementation, implement } from './implementation.ts';

type AnyConsumer = NonNullable<EventConsumers[ServiceName]>;

const OUTBOX_SWEEP_MS = 10_000;
const CATCH_UP_MS = 60_000;
const PENDING_POLL_MS = 20;
const EVENTS_AT_ONCE = 128;

/**
 * A service's events, out and in (architecture.md, rule 3): what its documents hold is settled and published, what other services
 * tell arrives by the stream, and what the stream did not bring is asked for at start, every minute and on a gap.
 */
export class EventFlow {
  readonly sweepers: readonly Sweeper[];
  readonly readImplementation: Implementation;
  readonly #runtime: Runtime;
  readonly #outboxes: readonly string[];
  readonly #cursors: ReadonlyMap<ServiceName, EventCursor>;
  readonly #batches: ReadonlyMap<ServiceName, EventBatches>;
  #consuming: Consuming | undefined;

  constructor(runtime: Runtime, parts: ServiceParts) {
    this.#runtime = runtime;
    this.#outboxes = parts.outboxes ?? [];
    const consumers = Object.entries(parts.consumers ?? {}) as [ServiceName, AnyConsumer][];
    this.#cursors = new Map(consumers.map(([owner, consumer]) => [owner, cursorOf(runtime, owner, consumer)]));
    this.#batches = new Map([...this.#cursors].map(([owner, cursor]) => [owner, new EventBatches(cursor)]));
    this.sweepers = [
      { name: 'outboxes', intervalMs: OUTBOX_SWEEP_MS, sweep: () => runtime.outbox.sweep(this.#outboxes) },
      { name: 'missed events', intervalMs: CATCH_UP_MS, sweep: () => this.catchUp() },
    ];
    this.readImplementation = readImplementation(runtime.name, runtime.outbox);
  }

  /** Subscribes to the stream and asks the owners for what was missed while nobody listened. */
  async begin(): Promise<void> {
    if (this.#cursors.size === 0) return;
    this.#consuming = await this.#runtime.bus.consume({
      consumer: this.#runtime.name,
      owners: [...this.#cursors.keys()],
      handler: async (event) => this.#batches.get(event.owner)?.take(event),
      onGap: () => void this.catchUp(),
      concurrencyMax: EVENTS_AT_ONCE,
    });
    void this.catchUp();
  }

  /**
   * Settles every outbox, however young, asks for what was missed and waits until the stream has nothing left for this service;
   * answers how many events moved. For runs that must leave nothing behind.
   */
  async settleAll(): Promise<number> {
    const { outbox } = this.#runtime;
    await outbox.drain();
    const settled = await outbox.sweep(this.#outboxes, 0);
    const pending = (await this.#consuming?.pending()) ?? 0;
    const missed = await this.catchUp();
    for (let left = pending; left > 0; left = (await this.#consuming?.pending()) ?? 0) await pause(PENDING_POLL_MS);
    return settled + pending + missed;
  }

  /** Asks every owner for what was missed; answers how much was handled. An owner who does not answer is asked again later. */
  async catchUp(): Promise<number> {
    let handled = 0;
    for (const [owner, cursor] of this.#cursors) {
      try {
        handled += await cursor.catchUp((after, limit) => this.#fetch(owner, after, limit));
      } catch (error) {
        this.#reportUnasked(owner, error);
      }
    }
    return handled;
  }

  async end(): Promise<void> {
    await this.#consuming?.stop();
    await this.#runtime.outbox.drain();
  }

  /** An owner who is not there yet is the rule while a system starts. */
  #reportUnasked(owner: ServiceName, error: unknown): void {
    if (error instanceof Fault && error.status === 503)
      this.#runtime.log.info({ owner }, 'owner of events not there, will ask again');
    else this.#runtime.log.warn({ err: error, owner }, 'could not ask for missed events, will try again');
  }

  async #fetch(owner: ServiceName, after: number, limit: number): Promise<readonly StoredEvent[]> {
    const context = this.#runtime.systemContext(`events:${owner}:${after}`);
    return (await context.call(systemOperationsOf[owner].events, { after, limit })).rows;
  }
}

function cursorOf(runtime: Runtime, owner: ServiceName, consumer: AnyConsumer): EventCursor {
  const { store, log } = runtime;
  return new EventCursor({ store, consumer: runtime.name, owner, log, ...handlersOf(consumer) });
}

function handlersOf(consumer: AnyConsumer): Pick<EventCursorOptions, 'types' | 'handle' | 'handleAll'> {
  if (typeof consumer === 'function') return { handle: consumer };
  if ('handle' in consumer) return consumer;
  const { types, handleAll } = consumer;
  return { types, handleAll, handle: (event) => handleAll([event]) };
}

/** `system.events`: only services ask. */
function readImplementation(name: ServiceName, outbox: Outbox): Implementation {
  return implement(systemOperationsOf[name].events, async ({ after, limit }) => ({
    rows: await outbox.events.after(after, limit),
  }));
}
