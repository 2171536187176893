import { setTimeout as sleep } from 'node:timers/promises';
import type { PubAck } from '@nats-io/jetstream';
import { TimeoutError } from '@nats-io/transport-node';
import type { EventStream } from './event-stream.ts';
import type { Link } from './link.ts';
import type { BusEvent } from './options.ts';

const ACK_TIMEOUT_MS = 5_000;

/** Hands events to JetStream and waits until it has stored them. */
export class EventPublisher {
  readonly #link: Link;
  readonly #stream: EventStream;
  #ensured = false;
  published = 0;

  constructor(link: Link, stream: EventStream) {
    this.#link = link;
    this.#stream = stream;
  }

  /** Rejects when the event is not known to be stored: the outbox publishes it again, under the same id. */
  async publish(event: BusEvent): Promise<void> {
    this.#link.connection.assertConnected();
    if (!this.#ensured) await this.#ensure();
    const copies = this.#link.connection.faultCopies();
    if (copies.length === 0) throw new Error('the event was dropped by the fault layer');
    await Promise.all(copies.map((delayMs) => this.#sendLater(event, delayMs)));
    this.published += 1;
  }

  async #ensure(): Promise<void> {
    await this.#stream.ensure();
    this.#ensured = true;
  }

  async #sendLater(event: BusEvent, delayMs: number): Promise<void> {
    if (delayMs > 0) await sleep(delayMs);
    try {
      await this.#send(event);
    } catch (error) {
      if (error instanceof TimeoutError) throw error;
      // Nobody takes the subject: the stream was lost.
      await this.#ensure();
      await this.#send(event);
    }
  }

  async #send(event: BusEvent): Promise<PubAck> {
    return await this.#stream.client.publish(this.#stream.subjectOf(event.owner), JSON.stringify(event), {
      msgID: event.id,
      timeout: ACK_TIMEOUT_MS,
      expect: { streamName: this.#stream.name },
    });
  }
}
