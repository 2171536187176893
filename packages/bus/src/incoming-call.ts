import { type Caller, Fault } from '@countinghouse/contracts';
import type { Msg } from '@nats-io/transport-node';
import { frameHeaders, frameOf } from './frame.ts';
import type { Link } from './link.ts';
import type { IncomingRequest } from './options.ts';
import { frameBytes, RecordSender } from './record-sender.ts';
import { encodeFault, faultOf, isStreamedList } from './reply.ts';
import type { RequestHeaders } from './request-headers.ts';
import type { Watched } from './ticker.ts';

const WORKING_FIRST_MS = 300;
const WORKING_INTERVAL_MS = 500;

/** A request that this replica works on: says that it is alive when it takes long, and answers. */
export class IncomingCall implements IncomingRequest, Watched {
  readonly callId: string;
  readonly caller: Caller;
  readonly key: string;
  readonly deadlineAt: number;
  readonly traceparent: string;
  readonly #link: Link;
  readonly #reply: string;
  #controller: AbortController | undefined;
  #controlToken: string | undefined;
  #untilWorkingMs = WORKING_FIRST_MS;
  #streaming = false;
  #answered = false;

  constructor(link: Link, reply: string, headers: RequestHeaders, caller: Caller, traceparent: string) {
    this.#link = link;
    this.#reply = reply;
    this.callId = callIdOf(reply);
    this.caller = caller;
    this.key = headers.key;
    this.deadlineAt = headers.deadlineAt;
    this.traceparent = traceparent;
    link.ticker.add(this);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  tick(elapsedMs: number, nowMs: number): void {
    this.#untilWorkingMs -= elapsedMs;
    if (this.#untilWorkingMs <= 0) this.#sayWorking();
    if (nowMs >= this.deadlineAt && !this.#streaming) this.#expire();
  }

  /** Sends what the handler answered: in one message, in frames, or, for rows that come in batches, as a stream. */
  async succeed(result: unknown): Promise<void> {
    if (this.#answered) return;
    if (isStreamedList(result)) await this.#sendList(result);
    else await this.#sendWhole(JSON.stringify({ data: result ?? null }));
  }

  fail(fault: Fault): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#link.connection.publish({ subject: this.#reply, payload: encodeFault(fault) });
  }

  /** Whatever happened, nothing more is sent. */
  close(): void {
    this.#answered = true;
    this.#link.ticker.delete(this);
    if (this.#controlToken) this.#link.inbox.close(this.#controlToken);
  }

  async #sendWhole(json: string): Promise<void> {
    const bytesMax = frameBytes(this.#link);
    const isSmall = json.length * 3 <= bytesMax || Buffer.byteLength(json) <= bytesMax;
    if (isSmall) {
      this.#answered = true;
      this.#link.connection.publish({ subject: this.#reply, payload: json });
      return;
    }
    this.#streaming = true;
    const sender = new RecordSender(this.#link, {
      destination: this.#reply,
      shape: 'whole',
      firstSequence: 0,
      onStopped: (reason) => this.#abort(reason),
    });
    await sender.send(Buffer.from(json, 'utf8'));
    await sender.delivered();
    this.#answered = true;
  }

  async #sendList(list: { readonly rows: AsyncIterable<readonly unknown[]> }): Promise<void> {
    this.#streaming = true;
    const { rows, ...head } = list;
    const sender = new RecordSender(this.#link, {
      destination: this.#reply,
      shape: 'list',
      firstSequence: 0,
      onStopped: (reason) => this.#abort(reason),
    });
    await sender.send(Buffer.from(JSON.stringify({ data: head }), 'utf8'));
    const failure = await this.#sendRows(rows, sender);
    if (!this.signal.aborted) await sender.end(failure && Buffer.from(encodeFault(failure), 'utf8'));
    this.#answered = true;
  }

  /** Answers what broke the list off, for the consumer; a consumer that stopped is no failure. */
  async #sendRows(rows: AsyncIterable<readonly unknown[]>, sender: RecordSender): Promise<Fault | undefined> {
    try {
      for await (const batch of rows) {
        if (this.signal.aborted) return undefined;
        await sender.send(Buffer.from(JSON.stringify(batch), 'utf8'));
      }
      return undefined;
    } catch (error) {
      if (this.signal.aborted) return undefined;
      const fault = faultOf(error);
      if (!(error instanceof Fault)) this.#link.log.error({ err: error }, 'a list broke off');
      return fault;
    }
  }

  #sayWorking(): void {
    this.#untilWorkingMs = WORKING_INTERVAL_MS;
    this.#controlToken ??= this.#openControl();
    this.#link.connection.publish({
      subject: this.#reply,
      payload: '',
      reply: this.#link.inbox.subjectOf(this.#controlToken),
      headers: frameHeaders({ kind: 'working' }),
    });
  }

  #openControl(): string {
    const token = this.#link.inbox.nextToken();
    this.#link.inbox.open(token, (message: Msg) => {
      if (frameOf(message)?.kind === 'cancel') this.#abort(new Fault(499, 'The caller wants no answer any more'));
    });
    return token;
  }

  #expire(): void {
    this.fail(new Fault(504, 'Deadline exceeded'));
    this.#abort(new Fault(504, 'Deadline exceeded'));
    this.close();
  }

  #abort(reason: Fault): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }
}

/** The repetition of a call has the same inbox and number, and another attempt at the end. */
export function callIdOf(reply: string): string {
  return reply.slice(0, reply.lastIndexOf('.'));
}
