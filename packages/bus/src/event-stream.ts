import type { ServiceName } from '@countinghouse/contracts';
import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Link } from './link.ts';

const API_TIMEOUT_MS = 5_000;
/** Owners keep their events for 30 days; the stream only makes it fast (architecture.md, rule 3). */
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;
const MAX_MESSAGES = 5_000_000;
/** An outbox that publishes again within this time is recognised by the event's id. */
const DUPLICATE_WINDOW_MS = 10 * 60 * 1_000;

/** The JetStream stream of one system's events: made where it is missing, made again when it was lost. */
export class EventStream {
  readonly name: string;
  readonly client: JetStreamClient;
  readonly #link: Link;
  readonly #copies: number;
  #manager: Promise<JetStreamManager> | undefined;

  constructor(link: Link, copies: number) {
    this.#link = link;
    this.#copies = copies;
    this.name = `${link.prefix}-events`;
    this.client = jetstream(link.connection.nats, { timeout: API_TIMEOUT_MS });
  }

  subjectOf(owner: ServiceName): string {
    return `${this.#link.prefix}.events.${owner}`;
  }

  /** Throws what JetStream answers; nothing is lost by asking again. */
  async ensure(): Promise<JetStreamManager> {
    this.#manager ??= jetstreamManager(this.#link.connection.nats, { checkAPI: false, timeout: API_TIMEOUT_MS });
    const manager = await this.#manager;
    try {
      await manager.streams.info(this.name);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.#create(manager);
    }
    return manager;
  }

  async #create(manager: JetStreamManager): Promise<void> {
    await manager.streams.add({
      name: this.name,
      subjects: [`${this.#link.prefix}.events.*`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      max_age: nanos(MAX_AGE_MS),
      max_msgs: MAX_MESSAGES,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
      num_replicas: this.#copies,
    });
    this.#link.log.info({ stream: this.name }, 'the stream of events was created');
  }
}

/** The stream or the consumer does not exist. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof JetStreamApiError)) return false;
  return error.code === JetStreamApiCodes.StreamNotFound || error.code === JetStreamApiCodes.ConsumerNotFound;
}
