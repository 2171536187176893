import { Fault, type ServiceName } from '@countinghouse/contracts';
import type { Msg } from '@nats-io/transport-node';
import { serviceUnavailable } from './connection.ts';
import { type Frame, frameHeaders, frameOf } from './frame.ts';
import type { Link } from './link.ts';
import { RecordReceiver } from './record-receiver.ts';
import { frameBytes, RecordSender } from './record-sender.ts';
import { RemoteRows } from './remote-rows.ts';
import { dataOf, type ListHead } from './reply.ts';
import { encodeRequestHeaders, type RequestHeaders } from './request-headers.ts';
import type { Watched } from './ticker.ts';

/** Sent again at most this often. */
const REPEATS_MAX = 1;
/** A replica that has said that it works on the call says so every half second. */
const WORKING_SILENCE_FACTOR = 2;

export interface PendingCallOptions {
  readonly audience: ServiceName;
  readonly subject: string;
  readonly headers: RequestHeaders;
  /** Text goes in one message, bytes in several frames. */
  readonly body: string | Buffer;
  /** Undefined: never sent again. */
  readonly repeatAfterMs: number | undefined;
  readonly clientDisconnected: AbortSignal | undefined;
  readonly onRepeat: () => void;
}

/** One call that has not been answered yet. */
export class PendingCall implements Watched {
  readonly #link: Link;
  readonly #options: PendingCallOptions;
  readonly #id: string;
  readonly #frameBytes: number;
  readonly #receivers = new Map<string, RecordReceiver>();
  readonly #uploads = new Set<RecordSender>();
  /** Where to say that nobody wants the answer any more. */
  readonly #controls = new Set<string>();
  readonly #settle: PromiseWithResolvers<unknown>;
  #attempts = 0;
  #silentMs = 0;
  #silenceMsMax: number;
  #settled = false;
  readonly #onAbort = (): void => this.#fail(new Fault(499, 'Client disconnected'));

  constructor(link: Link, options: PendingCallOptions) {
    this.#link = link;
    this.#options = options;
    this.#id = link.inbox.nextToken();
    this.#frameBytes = frameBytes(link);
    this.#silenceMsMax = options.repeatAfterMs ?? Number.POSITIVE_INFINITY;
    this.#settle = Promise.withResolvers();
  }

  /** Sends the request; resolves with the reply's data or rejects with a Fault. */
  start(): Promise<unknown> {
    this.#link.ticker.add(this);
    this.#options.clientDisconnected?.addEventListener('abort', this.#onAbort);
    this.#attempt();
    return this.#settle.promise;
  }

  /** The connection was replaced, so whatever was on its way is lost. */
  reconnected(): void {
    if (!this.#settled && this.#mayRepeat()) this.#repeat();
  }

  tick(elapsedMs: number, nowMs: number): void {
    this.#silentMs += elapsedMs;
    if (nowMs >= this.#options.headers.deadlineAt) this.#fail(new Fault(504, 'Deadline exceeded'));
    else if (this.#silentMs > this.#silenceMsMax && this.#mayRepeat() && this.#link.connection.connected)
      this.#repeat();
  }

  #mayRepeat(): boolean {
    return this.#options.repeatAfterMs !== undefined && this.#attempts <= REPEATS_MAX;
  }

  #repeat(): void {
    this.#options.onRepeat();
    this.#attempt();
  }

  #tokenOf(attempt: number): string {
    return `${this.#id}.${attempt}`;
  }

  #attempt(): void {
    const token = this.#tokenOf(this.#attempts);
    this.#attempts += 1;
    this.#silentMs = 0;
    this.#link.inbox.open(token, (message) => this.#onMessage(token, message));
    const { subject, body, headers } = this.#options;
    const reply = this.#link.inbox.subjectOf(token);
    if (typeof body === 'string') {
      this.#link.connection.publish({ subject, payload: body, reply, headers: encodeRequestHeaders(headers) });
      return;
    }
    const first: Frame = { kind: 'first', count: Math.ceil(body.length / this.#frameBytes) };
    const payload = body.subarray(0, this.#frameBytes);
    this.#link.connection.publish({ subject, payload, reply, headers: encodeRequestHeaders(headers, first) });
  }

  #onMessage(token: string, message: Msg): void {
    if (this.#settled) return;
    this.#silentMs = 0;
    const received = message.headers;
    if (!received) this.#complete(message);
    else if (received.code === 503) this.#fail(serviceUnavailable('no responder'));
    else this.#onFrame(token, message);
  }

  #complete(message: Msg): void {
    const { buffer, byteOffset, byteLength } = message.data;
    this.#finish(() => dataOf(Buffer.from(buffer, byteOffset, byteLength).toString('utf8')));
  }

  #onFrame(token: string, message: Msg): void {
    const frame = frameOf(message);
    if (message.reply) this.#controls.add(message.reply);
    this.#silenceMsMax = (this.#options.repeatAfterMs ?? Number.POSITIVE_INFINITY) * WORKING_SILENCE_FACTOR;
    if (frame?.kind === 'ready' && message.reply) void this.#upload(message.reply);
    else if (frame && frame.kind !== 'working') this.#receiverOf(token).onMessage(message);
  }

  /** The rest of a request in several frames goes to the replica that took the first one. */
  async #upload(destination: string): Promise<void> {
    const { body } = this.#options;
    if (typeof body === 'string') return;
    const sender = new RecordSender(this.#link, { destination, shape: 'whole', firstSequence: 1 });
    this.#uploads.add(sender);
    try {
      await sender.send(body.subarray(this.#frameBytes));
      await sender.delivered();
    } catch (error) {
      if (!this.#settled)
        this.#link.log.debug({ err: error, subject: this.#options.subject }, 'a request was not taken');
    }
    this.#uploads.delete(sender);
  }

  #receiverOf(token: string): RecordReceiver {
    let receiver = this.#receivers.get(token);
    if (!receiver) {
      receiver = new RecordReceiver(this.#link, () => this.#link.inbox.close(token));
      this.#receivers.set(token, receiver);
      void this.#awaitHead(token, receiver);
    }
    return receiver;
  }

  async #awaitHead(token: string, receiver: RecordReceiver): Promise<void> {
    try {
      const head = await receiver.next();
      if (this.#settled || !head) return;
      if (receiver.shape === 'whole') this.#finish(() => dataOf(head.toString('utf8')));
      else this.#finishWithRows(token, receiver, head);
    } catch (error) {
      if (!this.#settled) this.#link.log.debug({ err: error, subject: this.#options.subject }, 'an answer broke off');
    }
  }

  #finishWithRows(token: string, receiver: RecordReceiver, head: Buffer): void {
    this.#receivers.delete(token);
    this.#controls.clear();
    this.#finish(() => ({ ...(dataOf(head.toString('utf8')) as ListHead), rows: new RemoteRows(receiver) }));
    if (receiver.closed) return;
    this.#link.inbox.open(token, (message) => receiver.onMessage(message));
    this.#options.clientDisconnected?.addEventListener('abort', () => receiver.cancel(), { once: true });
  }

  #finish(result: () => unknown): void {
    this.#forget();
    try {
      this.#settle.resolve(result());
    } catch (error) {
      this.#settle.reject(error);
    }
  }

  #fail(fault: Fault): void {
    if (this.#settled) return;
    for (const control of this.#controls)
      this.#link.connection.publish({ subject: control, payload: '', headers: frameHeaders({ kind: 'cancel' }) });
    this.#forget();
    this.#settle.reject(fault);
  }

  #forget(): void {
    this.#settled = true;
    this.#options.clientDisconnected?.removeEventListener('abort', this.#onAbort);
    this.#link.ticker.delete(this);
    for (let attempt = 0; attempt < this.#attempts; attempt += 1) this.#link.inbox.close(this.#tokenOf(attempt));
    for (const receiver of this.#receivers.values()) receiver.cancel();
    for (const sender of this.#uploads) sender.stop(new Fault(499, 'The call has ended'));
  }
}
