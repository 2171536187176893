import type { Msg } from '@nats-io/transport-node';
import type { Link } from './link.ts';

export type BroadcastListener = (payload: unknown) => void;

/** Messages to every replica that listens, without acknowledgement: who was away has missed them. */
export class Broadcast {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  send(topic: string, payload: unknown): void {
    this.#link.connection.send({ subject: this.#subjectOf(topic), payload: JSON.stringify(payload ?? null) });
  }

  listen(topic: string, listener: BroadcastListener): () => void {
    const subscription = this.#link.connection.subscribe(this.#subjectOf(topic), (message) => {
      this.#deliver(topic, message, listener);
    });
    return () => subscription.unsubscribe();
  }

  #deliver(topic: string, message: Msg, listener: BroadcastListener): void {
    try {
      listener(message.json());
    } catch (error) {
      this.#link.log.error({ err: error, topic }, 'a listener to a broadcast failed');
    }
  }

  #subjectOf(topic: string): string {
    return `${this.#link.prefix}.broadcast.${topic}`;
  }
}
