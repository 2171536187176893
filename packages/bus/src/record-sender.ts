import { Fault } from '@countinghouse/contracts';
import type { Msg } from '@nats-io/transport-node';
import { serviceUnavailable } from './connection.ts';
import { FRAME_BYTES_MAX, type Frame, frameHeaders, frameOf, type StreamShape, WINDOW_FRAMES } from './frame.ts';
import type { Link } from './link.ts';
import type { Watched } from './ticker.ts';

/** A receiver acknowledges at least every second; this long without a word means that it died. */
const SILENCE_MS_MAX = 10_000;
const RESEND_AFTER_MS = 500;

interface SentFrame {
  readonly frame: Frame;
  readonly payload: Uint8Array;
}

export interface RecordSenderOptions {
  /** Where the frames go. */
  readonly destination: string;
  readonly shape: StreamShape;
  /** 1 when the first frame travelled through the queue group. */
  readonly firstSequence: number;
  /** The receiver stopped or died before everything was delivered. */
  readonly onStopped?: (reason: Fault) => void;
}

/** Sends records in frames, at most 16 unacknowledged ones at a time, and repeats those that got lost. */
export class RecordSender implements Watched {
  readonly #link: Link;
  readonly #options: RecordSenderOptions;
  readonly #token: string;
  readonly #frameBytes: number;
  readonly #unacknowledged = new Map<number, SentFrame>();
  #wake: (() => void) | undefined;
  #nextSequence: number;
  #receivedByPeer: number;
  #silentMs = 0;
  #sinceProgressMs = 0;
  #closing = false;
  #stopped: Fault | undefined;

  constructor(link: Link, options: RecordSenderOptions) {
    this.#link = link;
    this.#options = options;
    this.#token = link.inbox.nextToken();
    this.#frameBytes = frameBytes(link);
    this.#nextSequence = options.firstSequence;
    this.#receivedByPeer = options.firstSequence;
    link.inbox.open(this.#token, (message) => this.#onMessage(message));
    link.ticker.add(this);
  }

  /** Resolves when the last frame of the record is on its way; throws when the receiver stopped. */
  async send(record: Uint8Array): Promise<void> {
    for (let offset = 0; offset === 0 || offset < record.length; offset += this.#frameBytes) {
      const more = offset + this.#frameBytes < record.length;
      await this.#push(record.subarray(offset, offset + this.#frameBytes), (sequence) => ({
        kind: 'data',
        sequence,
        more,
        shape: this.#options.shape,
      }));
    }
  }

  /** Marks the end, with what went wrong when `failure` is given, and waits until the receiver has everything. */
  async end(failure?: Uint8Array): Promise<void> {
    await this.#push(failure ?? new Uint8Array(0), (sequence) => ({ kind: failure ? 'failed' : 'end', sequence }));
    await this.delivered();
  }

  /** Waits until everything has been used by the receiver, then forgets the stream. */
  async delivered(): Promise<void> {
    this.#closing = true;
    while (this.#unacknowledged.size > 0 && !this.#stopped) await this.#change();
    this.stop(new Fault(499, 'The stream has ended'));
  }

  stop(reason: Fault): void {
    if (this.#stopped) return;
    this.#stopped = reason;
    this.#unacknowledged.clear();
    this.#link.ticker.delete(this);
    this.#link.inbox.close(this.#token);
    this.#wake?.();
  }

  tick(elapsedMs: number): void {
    this.#silentMs += elapsedMs;
    this.#sinceProgressMs += elapsedMs;
    if (this.#silentMs > SILENCE_MS_MAX && this.#unacknowledged.size > 0)
      this.#abandon(serviceUnavailable('the receiver is silent'));
    else if (this.#sinceProgressMs > RESEND_AFTER_MS) this.#resend();
  }

  async #push(payload: Uint8Array, frameAt: (sequence: number) => Frame): Promise<void> {
    while (this.#unacknowledged.size >= WINDOW_FRAMES && !this.#stopped) await this.#change();
    if (this.#stopped) throw this.#stopped;
    const sequence = this.#nextSequence;
    this.#nextSequence += 1;
    const sent = { frame: frameAt(sequence), payload };
    if (this.#unacknowledged.size === 0) this.#silentMs = 0;
    this.#unacknowledged.set(sequence, sent);
    this.#transmit(sent);
  }

  #transmit({ frame, payload }: SentFrame): void {
    this.#link.connection.publish({
      subject: this.#options.destination,
      payload,
      reply: this.#link.inbox.subjectOf(this.#token),
      headers: frameHeaders(frame),
    });
  }

  #resend(): void {
    this.#sinceProgressMs = 0;
    for (const [sequence, sent] of this.#unacknowledged) if (sequence >= this.#receivedByPeer) this.#transmit(sent);
  }

  #onMessage(message: Msg): void {
    const frame = frameOf(message);
    this.#silentMs = 0;
    if (frame?.kind === 'cancel') this.#abandon(new Fault(499, 'The receiver wants no more'));
    else if (frame?.kind === 'ack') this.#acknowledged(frame.consumed, frame.received);
  }

  #acknowledged(consumed: number, received: number): void {
    if (received > this.#receivedByPeer) {
      this.#receivedByPeer = received;
      this.#sinceProgressMs = 0;
    }
    for (const sequence of this.#unacknowledged.keys()) {
      if (sequence >= consumed) break;
      this.#unacknowledged.delete(sequence);
    }
    this.#wake?.();
  }

  /** Once everything is sent, a receiver that knows nothing of the stream any more has had it all. */
  #abandon(reason: Fault): void {
    const expected = this.#closing && reason.status === 499;
    this.stop(reason);
    if (!expected) this.#options.onStopped?.(reason);
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** How many bytes of a record go into one frame on this connection. */
export function frameBytes(link: Link): number {
  return Math.min(FRAME_BYTES_MAX, link.connection.payloadBytesMax);
}
