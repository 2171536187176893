import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, type ServiceName } from '@countinghouse/contracts';
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JetStreamManager, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { backoffMs } from './backoff.ts';
import { type EventStream, isMissing } from './event-stream.ts';
import type { Link } from './link.ts';
import type { BusEvent } from './options.ts';

const ACK_WAIT_MS = 30_000;
/** A handler that takes longer than ACK_WAIT_MS keeps its event by saying so in time. */
const WORKING_INTERVAL_MS = 10_000;
const PULL_EXPIRES_MS = 5_000;
const PULL_MESSAGES = 256;
const UNACKNOWLEDGED_MAX = 512;
const REDELIVERY_FIRST_MS = 200;
const REDELIVERY_MAX_MS = 60_000;
/** How long an end waits for the server's word that it sends nothing more. */
const UNSUBSCRIBE_MS_MAX = 2_000;
const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 5_000;

export interface ConsumeOptions {
  /** The replicas of a consumer share the events. */
  readonly consumer: ServiceName;
  readonly owners: readonly ServiceName[];
  /** Must bear repeats and any order. An event whose handler throws comes again, after a growing pause. */
  readonly handler: (event: BusEvent) => Promise<void>;
  /** Events may be missing, since the stream or the consumer had to be made anew: ask the owners what you have not seen. */
  readonly onGap?: () => void;
  /** How many events of one owner are handled at once; 8 by default. */
  readonly concurrencyMax?: number;
}

export interface Consuming {
  /** Events that are stored and not yet handled; rejects when JetStream does not answer. */
  pending(): Promise<number>;
  /** Takes no further events; resolves when the server sends none and the handlers that run have ended. */
  stop(): Promise<void>;
}

export interface ConsumerCounters {
  consumed: number;
  failed: number;
}

const CONCURRENCY_MAX_DEFAULT = 8;

/** Takes the events of one owner from its durable consumer, for ever, whatever happens to JetStream. */
export class EventConsumer {
  readonly #link: Link;
  readonly #stream: EventStream;
  readonly #options: ConsumeOptions;
  readonly #owner: ServiceName;
  readonly #counters: ConsumerCounters;
  readonly #durable: string;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #messages: ConsumerMessages | undefined;
  #loop: Promise<void> | undefined;

  constructor(
    link: Link,
    stream: EventStream,
    options: ConsumeOptions,
    owner: ServiceName,
    counters: ConsumerCounters,
  ) {
    this.#link = link;
    this.#stream = stream;
    this.#options = options;
    this.#owner = owner;
    this.#counters = counters;
    this.#durable = `${options.consumer}-of-${owner}`;
  }

  start(): void {
    this.#loop ??= this.#consumeForEver();
  }

  async pending(): Promise<number> {
    const manager = await this.#stream.ensure();
    const info = await manager.consumers.info(this.#stream.name, this.#durable);
    return info.num_pending + info.num_ack_pending;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#messages?.stop();
    await this.#loop;
    await this.#unsubscribed();
    await Promise.all(this.#running);
  }

  /** Until the server knows that nobody listens here, an event may go to nobody, and would come again after ACK_WAIT_MS only. */
  async #unsubscribed(): Promise<void> {
    const { connection, log } = this.#link;
    if (!connection.connected) return;
    const late = sleep(UNSUBSCRIBE_MS_MAX, undefined, { ref: false });
    const told = connection.nats.flush().catch((error: unknown) => {
      log.info({ err: error, durable: this.#durable }, 'the connection ended, and with it its subscriptions');
    });
    await Promise.race([told, late]);
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #consumeForEver(): Promise<void> {
    for (let failures = 0; !this.#stopped; failures += 1) {
      try {
        await this.#consumeUntilBroken(() => {
          failures = 0;
        });
      } catch (error) {
        if (this.#stopped) return;
        const waitMs = backoffMs(failures, RETRY_FIRST_MS, RETRY_MAX_MS);
        this.#link.log.warn({ err: error, durable: this.#durable, waitMs }, 'events cannot be taken');
        await this.#pause(waitMs);
      }
    }
  }

  async #consumeUntilBroken(onWorking: () => void): Promise<void> {
    const manager = await this.#stream.ensure();
    await this.#ensureDurable(manager);
    const consumer = await this.#stream.client.consumers.get(this.#stream.name, this.#durable);
    const messages = await consumer.consume({
      max_messages: PULL_MESSAGES,
      expires: PULL_EXPIRES_MS,
      abort_on_missing_resource: true,
    });
    this.#messages = messages;
    if (this.#stopped) messages.stop();
    onWorking();
    for await (const message of messages) {
      await this.#place();
      // What came and will not be handled here, another replica may have at once.
      if (this.#stopped) message.nak();
      else this.#track(this.#handle(message));
    }
  }

  /** A durable that has to be made says that what came before is not known: a gap. */
  async #ensureDurable(manager: JetStreamManager): Promise<void> {
    try {
      await manager.consumers.info(this.#stream.name, this.#durable);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await manager.consumers.add(this.#stream.name, {
        durable_name: this.#durable,
        filter_subject: this.#stream.subjectOf(this.#owner),
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ACK_WAIT_MS),
        deliver_policy: DeliverPolicy.All,
        max_ack_pending: UNACKNOWLEDGED_MAX,
        max_deliver: -1,
      });
      this.#link.log.info({ durable: this.#durable }, 'a consumer of events was created');
      this.#options.onGap?.();
    }
  }

  async #place(): Promise<void> {
    const concurrencyMax = this.#options.concurrencyMax ?? CONCURRENCY_MAX_DEFAULT;
    while (this.#running.size >= concurrencyMax) await Promise.race(this.#running);
  }

  #track(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  async #handle(message: JsMsg): Promise<void> {
    const working = setInterval(() => message.working(), WORKING_INTERVAL_MS);
    try {
      const event = this.#decode(message);
      if (!event) return;
      await this.#options.handler(event);
      this.#counters.consumed += 1;
      // Nobody waits for the server's word: where it did not hear this, the event comes again.
      message.ack();
    } catch (error) {
      this.#failed(message, error);
    } finally {
      clearInterval(working);
    }
  }

  /** An event that nobody can read never gets better: it is given up at once. */
  #decode(message: JsMsg): BusEvent | undefined {
    try {
      return message.json<BusEvent>();
    } catch (error) {
      this.#link.log.error({ err: error, durable: this.#durable, sequence: message.seq }, 'an event is no JSON');
      message.term();
      return undefined;
    }
  }

  #failed(message: JsMsg, error: unknown): void {
    this.#counters.failed += 1;
    const waitMs = backoffMs(message.info.deliveryCount - 1, REDELIVERY_FIRST_MS, REDELIVERY_MAX_MS);
    const details = { err: error, durable: this.#durable, sequence: message.seq, waitMs };
    if (error instanceof Fault) this.#link.log.warn(details, 'an event is put off');
    else this.#link.log.error(details, 'an event was not handled');
    if (this.#link.connection.connected) message.nak(waitMs);
  }

  async #pause(waitMs: number): Promise<void> {
    await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch((error: unknown) => {
      if (!this.#stopped) throw error;
    });
  }
}
