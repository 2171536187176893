import type { ServiceName, StoredEvent } from '@countinghouse/contracts';
import type { Collection, Document } from 'mongodb';
import { ConsumedEvents, type EventOutcome } from './consumed-events.ts';
import type { StoreLog } from './open-store.ts';
import type { Store } from './store.ts';
import { updateOrCreate } from './update-or-create.ts';

interface Mark {
  readonly sequence: number;
  /** Real time at which everything up to the sequence was done. */
  readonly at: Date;
}

interface CursorDocument extends Document {
  readonly _id: string;
  readonly position?: number;
  readonly marks?: readonly Mark[];
}

export interface EventCursorOptions {
  readonly store: Store;
  /** Whose state the events change, such as `billing-prices`: each name gets every event once. */
  readonly consumer: string;
  readonly owner: ServiceName;
  readonly handle: (event: StoredEvent) => Promise<void>;
  /** The same for several at once, all or nothing, where that costs less; they may come in any order. */
  readonly handleAll?: (events: readonly StoredEvent[]) => Promise<void>;
  /** Events of other types are passed over without a trace; all are handled where this is absent. */
  readonly types?: readonly string[];
  readonly log: StoreLog;
  /** How far the cursor stays behind what it has seen: sequences may appear out of order. */
  readonly trailMs?: number;
}

/** Asks the owner for what follows a sequence: his `system.events`. */
export type FetchEvents = (after: number, limit: number) => Promise<readonly StoredEvent[]>;

const TRAIL_MS_DEFAULT = 5 * 60_000;
const PAGE_EVENTS = 500;
/** Marks closer together than this are one, so that a cursor has few of them. */
const MARK_DISTANCE_MS = 15_000;
const UNDONE: ReadonlySet<EventOutcome['kind'] | undefined> = new Set<EventOutcome['kind']>(['busy', 'failed']);

/**
 * One consumer's place in one owner's events (architecture.md, rule 3). The stream hands events to `process` as they come;
 * `catchUp` asks the owner for what the stream did not bring, at start, every minute and on a gap.
 */
export class EventCursor {
  readonly #options: EventCursorOptions;
  readonly #cursors: Collection<CursorDocument>;
  readonly #consumed: ConsumedEvents;
  readonly #id: string;

  constructor(options: EventCursorOptions) {
    this.#options = options;
    this.#cursors = options.store.collection<CursorDocument>('event_cursors');
    this.#consumed = new ConsumedEvents(options.store, options.consumer);
    this.#id = `${options.consumer} ${options.owner}`;
  }

  /**
   * Runs the handler unless this consumer has done the event. True when it is done, by this call or before; false while
   * another replica works on it: come again. The handler's own effects must be idempotent, since a process may die after them.
   */
  async process(event: StoredEvent): Promise<boolean> {
    const outcome = (await this.processAll([event])).get(event.id);
    if (outcome?.kind === 'failed') throw outcome.error;
    return outcome?.kind !== 'busy';
  }

  /** The same for several events; what is not in the answer is not for this consumer. */
  processAll(events: readonly StoredEvent[]): Promise<ReadonlyMap<string, EventOutcome>> {
    const wanted = new Map(events.filter((event) => this.#isWanted(event)).map((event) => [event.id, event]));
    if (wanted.size === 0) return Promise.resolve(new Map());
    return this.#consumed.onceEach([...wanted.keys()], (claimed) =>
      this.#handleClaimed(claimed.map((id) => wanted.get(id) as StoredEvent)),
    );
  }

  /** Answers the errors of those that failed; one that fails does not keep back the others. */
  async #handleClaimed(events: readonly StoredEvent[]): Promise<ReadonlyMap<string, unknown>> {
    const { handle, handleAll } = this.#options;
    if (handleAll && events.length > 1) {
      try {
        await handleAll(events);
        return new Map();
      } catch {
        // Which of them it was shows when they are handled one by one.
      }
    }
    const failures = new Map<string, unknown>();
    for (const event of events) {
      try {
        await handle(event);
      } catch (error) {
        failures.set(event.id, error);
      }
    }
    return failures;
  }

  /** Handles everything that was missed, in order; answers how much. An event that fails is logged, kept and tried again. */
  async catchUp(fetch: FetchEvents): Promise<number> {
    const { position, marks } = await this.#read();
    let after = position;
    let doneUpTo: number | undefined;
    let handled = 0;
    for (;;) {
      const page = await fetch(after, PAGE_EVENTS);
      const result = await this.#handlePage(page);
      handled += result.handled;
      doneUpTo ??= result.firstUndone === undefined ? undefined : result.firstUndone - 1;
      after = page.at(-1)?.sequence ?? after;
      if (page.length < PAGE_EVENTS) break;
    }
    // A mark behind an event that is still to be done must not carry the position past it.
    const kept = doneUpTo === undefined ? marks : marks.filter((mark) => mark.sequence <= doneUpTo);
    await this.#advance(position, kept, doneUpTo ?? after);
    return handled;
  }

  /** What came up to this sequence does not concern the consumer: `catchUp` begins behind it. */
  async skipTo(sequence: number): Promise<void> {
    await updateOrCreate(this.#cursors, this.#id, { $max: { position: sequence } });
  }

  #isWanted({ type }: StoredEvent): boolean {
    return this.#options.types?.includes(type) ?? true;
  }

  async #handlePage(events: readonly StoredEvent[]): Promise<{ handled: number; firstUndone: number | undefined }> {
    const page = events.filter((event) => this.#isWanted(event));
    const done = await this.#consumed.among(page.map((event) => event.id));
    const missed = page.filter((event) => !done.has(event.id));
    const outcomes = await this.processAll(missed);
    for (const event of missed) this.#reportFailure(event, outcomes.get(event.id));
    const undone = missed.filter((event) => UNDONE.has(outcomes.get(event.id)?.kind));
    return { handled: missed.length - undone.length, firstUndone: undone[0]?.sequence };
  }

  #reportFailure({ id, type, sequence }: StoredEvent, outcome: EventOutcome | undefined): void {
    if (outcome?.kind !== 'failed') return;
    const details = { err: outcome.error, event: { id, type, sequence }, consumer: this.#id };
    this.#options.log.error(details, 'event not handled');
  }

  async #read(): Promise<{ position: number; marks: readonly Mark[] }> {
    const document = await this.#cursors.findOne({ _id: this.#id });
    return { position: document?.position ?? 0, marks: document?.marks ?? [] };
  }

  /** The position moves to what was done a while ago; replicas that advance at once only move it less far. */
  async #advance(position: number, marks: readonly Mark[], doneUpTo: number): Promise<void> {
    const now = Date.now();
    const settledAt = now - (this.#options.trailMs ?? TRAIL_MS_DEFAULT);
    const next = marks.filter((mark) => mark.at.getTime() <= settledAt).at(-1)?.sequence ?? position;
    const newest = marks.at(-1);
    const marked = newest && (newest.sequence >= doneUpTo || now - newest.at.getTime() < MARK_DISTANCE_MS);
    const open = marks.filter((mark) => mark.sequence > next);
    const following = marked || doneUpTo <= next ? open : [...open, { sequence: doneUpTo, at: new Date(now) }];
    await updateOrCreate(this.#cursors, this.#id, { $max: { position: next }, $set: { marks: following } });
  }
}
