import { Fault } from '@countinghouse/contracts';
import type { Msg } from '@nats-io/transport-node';
import type { Link } from './link.ts';
import { dataOf, encodeFault, faultOf } from './reply.ts';

export type GatherResponder = (payload: unknown) => Promise<unknown>;

export interface GatherOptions {
  /** How many answers to wait for; without it, whatever comes until the time is over. */
  readonly expected?: number;
  readonly timeoutMs: number;
}

/** Questions that every replica answers. */
export class Gather {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  /** Resolves with the answers that came in time, fewer than expected perhaps; throws the Fault of a replica that failed. */
  ask(topic: string, payload: unknown, options: GatherOptions): Promise<unknown[]> {
    this.#link.connection.assertConnected();
    const json = JSON.stringify(payload ?? null);
    return collect(this.#link, { subject: this.#subjectOf(topic), payload: json, ...options }, (message) =>
      dataOf(message.string()),
    );
  }

  answer(topic: string, responder: GatherResponder): () => void {
    const subscription = this.#link.connection.subscribe(this.#subjectOf(topic), (message) => {
      void this.#respond(topic, message, responder);
    });
    return () => subscription.unsubscribe();
  }

  async #respond(topic: string, message: Msg, responder: GatherResponder): Promise<void> {
    if (!message.reply) return;
    try {
      const data = (await responder(message.json())) ?? null;
      this.#link.connection.send({ subject: message.reply, payload: JSON.stringify({ data }) });
    } catch (error) {
      if (!(error instanceof Fault)) this.#link.log.error({ err: error, topic }, 'a question to all replicas failed');
      this.#link.connection.send({ subject: message.reply, payload: encodeFault(faultOf(error)) });
    }
  }

  #subjectOf(topic: string): string {
    return `${this.#link.prefix}.gather.${topic}`;
  }
}

export interface CollectOptions extends GatherOptions {
  readonly subject: string;
  readonly payload: string;
}

/** Sends one message and collects what comes back, until enough came, nobody can answer, or the time is over. */
export function collect<Answer>(
  link: Link,
  options: CollectOptions,
  read: (message: Msg) => Answer,
): Promise<Answer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer[]>();
  const answers: Answer[] = [];
  const token = link.inbox.nextToken();
  const timer = setTimeout(() => resolve(answers), options.timeoutMs);
  link.inbox.open(token, (message) => {
    if (message.data.length === 0 && message.headers?.code === 503) {
      resolve(answers);
      return;
    }
    try {
      answers.push(read(message));
    } catch (error) {
      reject(error);
    }
    if (answers.length >= (options.expected ?? Number.POSITIVE_INFINITY)) resolve(answers);
  });
  link.connection.send({ subject: options.subject, payload: options.payload, reply: link.inbox.subjectOf(token) });
  return promise.finally(() => {
    clearTimeout(timer);
    link.inbox.close(token);
  });
}
