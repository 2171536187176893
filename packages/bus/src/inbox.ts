import { createInbox, type Msg } from '@nats-io/transport-node';
import type { Connection } from './connection.ts';
import { frameHeaders } from './frame.ts';

export type MessageListener = (message: Msg) => void;

/** One subscription for everything that is addressed to this process; the last part of the subject says to what in it. */
export class Inbox {
  readonly #connection: Connection;
  readonly #listeners = new Map<string, MessageListener>();
  readonly #prefix = `${createInbox()}.`;
  #tokens = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.subscribe(`${this.#prefix}>`, (message) => this.#dispatch(message));
  }

  /** A token that nothing else in this process uses. */
  nextToken(): string {
    this.#tokens += 1;
    return this.#tokens.toString(36);
  }

  subjectOf(token: string): string {
    return this.#prefix + token;
  }

  open(token: string, listener: MessageListener): void {
    this.#listeners.set(token, listener);
  }

  close(token: string): void {
    this.#listeners.delete(token);
  }

  #dispatch(message: Msg): void {
    const listener = this.#listeners.get(message.subject.slice(this.#prefix.length));
    if (listener) listener(message);
    else this.#refuse(message);
  }

  /** Nobody waits for this any more: who keeps sending frames is told to stop. */
  #refuse(message: Msg): void {
    if (message.reply)
      this.#connection.publish({ subject: message.reply, payload: '', headers: frameHeaders({ kind: 'cancel' }) });
  }
}
