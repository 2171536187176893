import { Fault } from '@countinghouse/contracts';
import type { Msg } from '@nats-io/transport-node';
import { serviceUnavailable } from './connection.ts';
import { type Frame, frameHeaders, frameOf, type StreamFrame, type StreamShape, WINDOW_FRAMES } from './frame.ts';
import type { Link } from './link.ts';
import type { Watched } from './ticker.ts';

const ACK_INTERVAL_MS = 1_000;
/** A sender that lives resends or says that it works at least every half second. */
const SILENCE_MS_MAX = 5_000;
/** A consumer that takes nothing for this long has gone away without saying so. */
const IDLE_MS_MAX = 60_000;

type DataFrame = Extract<StreamFrame, { kind: 'data' }>;

interface CompleteRecord {
  readonly bytes: Buffer;
  /** Of its last frame. */
  readonly sequence: number;
}

/** Puts frames in order and together again; acknowledges a record when it is taken, so that a slow consumer slows the sender. */
export class RecordReceiver implements Watched {
  readonly #link: Link;
  readonly #onClosed: () => void;
  readonly #early = new Map<number, { frame: StreamFrame; payload: Uint8Array }>();
  readonly #records: CompleteRecord[] = [];
  #parts: Uint8Array[] = [];
  #control: string | undefined;
  #expected: number;
  #ending: 'complete' | Fault | undefined;
  #wake: (() => void) | undefined;
  #silentMs = 0;
  #idleMs = 0;
  #sinceAckMs = 0;
  #closed = false;
  #shape: StreamShape = 'whole';

  /** `firstSequence` is 1 when the first frame came through the queue group; `first` is then its payload. */
  constructor(link: Link, onClosed: () => void, first?: Uint8Array) {
    this.#link = link;
    this.#onClosed = onClosed;
    this.#expected = first ? 1 : 0;
    if (first) this.#parts.push(first);
    link.ticker.add(this);
  }

  /** Known once a record has been taken. */
  get shape(): StreamShape {
    return this.#shape;
  }

  get closed(): boolean {
    return this.#closed;
  }

  onMessage(message: Msg): void {
    const frame = frameOf(message);
    this.#silentMs = 0;
    if (frame?.kind === 'data' || frame?.kind === 'end' || frame?.kind === 'failed')
      this.#accept(frame, message.data, message.reply);
  }

  /** The next record, undefined at the end; throws what the sender failed with, and Fault 503 when it died. */
  async next(): Promise<Buffer | undefined> {
    while (this.#records.length === 0 && !this.#ending) await this.#change();
    this.#idleMs = 0;
    const record = this.#records.shift();
    if (record) {
      if (this.#records.length === 0 && this.#ending === 'complete') this.#close();
      else this.#acknowledge();
      return record.bytes;
    }
    this.#close();
    if (this.#ending instanceof Fault) throw this.#ending;
    return undefined;
  }

  /** The consumer wants no more. */
  cancel(reason: Fault = new Fault(499, 'The stream was cancelled')): void {
    if (this.#closed) return;
    this.#ending ??= reason;
    if (this.#ending === reason) this.#tell({ kind: 'cancel' });
    this.#records.length = 0;
    this.#close();
    this.#wake?.();
  }

  tick(elapsedMs: number): void {
    this.#sinceAckMs += elapsedMs;
    this.#idleMs = this.#wake ? 0 : this.#idleMs + elapsedMs;
    if (!this.#ending) this.#silentMs += elapsedMs;
    if (this.#idleMs > IDLE_MS_MAX) this.cancel(new Fault(499, 'The stream was abandoned'));
    else if (this.#silentMs > SILENCE_MS_MAX) this.#fail(serviceUnavailable('the sender is silent'));
    else if (this.#sinceAckMs > ACK_INTERVAL_MS) this.#acknowledge();
  }

  #accept(frame: StreamFrame, payload: Uint8Array, control: string | undefined): void {
    if (control) this.#control = control;
    const ahead = frame.sequence - this.#expected;
    if (ahead >= 0 && ahead < WINDOW_FRAMES) this.#early.set(frame.sequence, { frame, payload });
    for (let next = this.#early.get(this.#expected); next && !this.#ending; next = this.#early.get(this.#expected)) {
      this.#early.delete(this.#expected);
      this.#expected += 1;
      this.#take(next.frame, next.payload);
    }
    this.#acknowledge();
    this.#wake?.();
  }

  #take(frame: StreamFrame, payload: Uint8Array): void {
    if (frame.kind === 'data') this.#takeData(frame, payload);
    else this.#ending = frame.kind === 'end' ? 'complete' : faultOf(payload);
  }

  #takeData(frame: DataFrame, payload: Uint8Array): void {
    this.#parts.push(payload);
    if (frame.more) return;
    this.#records.push({ bytes: Buffer.concat(this.#parts), sequence: frame.sequence });
    this.#parts = [];
    this.#shape = frame.shape;
    if (frame.shape === 'whole') this.#ending = 'complete';
  }

  #acknowledge(): void {
    this.#sinceAckMs = 0;
    this.#tell({ kind: 'ack', consumed: this.#records[0]?.sequence ?? this.#expected, received: this.#expected });
  }

  #tell(frame: Frame): void {
    if (!this.#control || !this.#link.connection.connected) return;
    this.#link.connection.publish({ subject: this.#control, payload: '', headers: frameHeaders(frame) });
  }

  #fail(fault: Fault): void {
    this.#ending = fault;
    this.#wake?.();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#ending === 'complete') this.#acknowledge();
    this.#link.ticker.delete(this);
    this.#onClosed();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }
}

function faultOf(payload: Uint8Array): Fault {
  const { error } = JSON.parse(Buffer.from(payload).toString('utf8'));
  return Fault.from(error);
}
