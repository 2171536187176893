import { Fault, type ServiceName, subjectOf } from '@countinghouse/contracts';
import type { Msg, Subscription } from '@nats-io/transport-node';
import { serviceUnavailable } from './connection.ts';
import { frameHeaders, frameOf } from './frame.ts';
import { callIdOf, IncomingCall } from './incoming-call.ts';
import type { Link } from './link.ts';
import type { Meters, SubjectMeter } from './metrics.ts';
import type { Served } from './options.ts';
import { RecordReceiver } from './record-receiver.ts';
import { encodeFault, faultOf } from './reply.ts';
import { decodeRequestHeaders, type RequestHeaders } from './request-headers.ts';
import type { TokenVerifier } from './tokens.ts';
import type { Tracing } from './tracing.ts';

const WAITING_MAX = 4_096;

export interface ResponderOptions {
  readonly service: ServiceName;
  readonly operations: readonly Served[];
  readonly concurrencyMax: number;
  readonly verifier: TokenVerifier;
  readonly tracing: Tracing;
  readonly meters: Meters;
}

interface Endpoint {
  readonly served: Served;
  readonly subject: string;
  readonly meter: SubjectMeter;
}

/** Answers the requests of one service; replicas of it share them through a queue group of its name. */
export class Responder {
  readonly #link: Link;
  readonly #options: ResponderOptions;
  readonly #subscriptions: Subscription[];
  /** The calls that were taken and not answered, so that a repeated request is not worked on twice at once. */
  readonly #taken = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  readonly #idle: (() => void)[] = [];
  #running = 0;

  constructor(link: Link, options: ResponderOptions) {
    this.#link = link;
    this.#options = options;
    this.#subscriptions = options.operations.map((served) => this.#subscribe(served));
  }

  get inFlight(): number {
    return this.#taken.size;
  }

  /** Takes nothing new and resolves when everything that was taken has been answered. */
  async drain(): Promise<void> {
    const open = this.#subscriptions.filter((subscription) => !subscription.isClosed());
    if (this.#link.connection.connected) await Promise.all(open.map((subscription) => subscription.drain()));
    else for (const subscription of open) subscription.unsubscribe();
    if (this.#taken.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #subscribe(served: Served): Subscription {
    if (served.operation.owner !== this.#options.service)
      throw new Error(`${served.operation.id} belongs to ${served.operation.owner}, not to ${this.#options.service}`);
    const subject = subjectOf(served.operation);
    const endpoint: Endpoint = { served, subject, meter: this.#options.meters.of(subject) };
    return this.#link.connection.subscribe(
      `${this.#link.prefix}.${subject}`,
      (message) => void this.#onMessage(endpoint, message),
      this.#options.service,
    );
  }

  async #onMessage(endpoint: Endpoint, message: Msg): Promise<void> {
    const reply = message.reply;
    if (!reply) return;
    const call = callIdOf(reply);
    if (this.#taken.has(call)) return;
    this.#taken.add(call);
    const startedMs = performance.now();
    let status = 200;
    try {
      status = await this.#answer(endpoint, message, reply);
    } catch (error) {
      this.#link.log.error({ err: error, subject: endpoint.subject }, 'an answer could not be sent');
      status = 500;
    }
    endpoint.meter.record(status, performance.now() - startedMs);
    this.#taken.delete(call);
    if (this.#taken.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Answers the HTTP status of the outcome. */
  async #answer(endpoint: Endpoint, message: Msg, reply: string): Promise<number> {
    const headers = decodeRequestHeaders(message);
    if (!headers) return this.#refuse(reply, new Fault(400, 'Not a request of this bus'));
    if (Date.now() >= headers.deadlineAt) return 504;
    const span = this.#options.tracing.handle(endpoint.subject, headers.traceparent);
    const call = this.#accept(endpoint, headers, reply, span.traceparent);
    if (call instanceof Fault) {
      span.end(call.status);
      return this.#refuse(reply, call);
    }
    let status = 200;
    try {
      await this.#enter();
      try {
        await span.run(() => this.#handle(endpoint, message, call, reply));
      } finally {
        this.#leave();
      }
    } catch (error) {
      status = this.#failed(endpoint, call, error);
    } finally {
      call.close();
      span.end(status);
    }
    return status;
  }

  #accept(endpoint: Endpoint, headers: RequestHeaders, reply: string, traceparent: string): IncomingCall | Fault {
    try {
      const caller = this.#options.verifier.verify(headers.token);
      return new IncomingCall(this.#link, reply, headers, caller, traceparent);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#link.log.warn({ subject: endpoint.subject, reason }, 'a request with an invalid token was refused');
      return new Fault(403, 'Not authorized');
    }
  }

  async #handle(endpoint: Endpoint, message: Msg, call: IncomingCall, reply: string): Promise<void> {
    const body = frameOf(message)?.kind === 'first' ? await this.#rest(message, call, reply) : message.data;
    if (Date.now() >= call.deadlineAt) throw new Fault(504, 'Deadline exceeded');
    const args: unknown = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
    await call.succeed(await endpoint.served.handle(args, call));
  }

  /** Asks the caller for the frames that follow the first one. */
  async #rest(message: Msg, call: IncomingCall, reply: string): Promise<Uint8Array> {
    const { inbox, connection } = this.#link;
    const token = inbox.nextToken();
    const receiver = new RecordReceiver(this.#link, () => inbox.close(token), message.data);
    const cancel = (): void => receiver.cancel(new Fault(504, 'Deadline exceeded'));
    call.signal.addEventListener('abort', cancel, { once: true });
    inbox.open(token, (frame) => receiver.onMessage(frame));
    const headers = frameHeaders({ kind: 'ready' });
    connection.publish({ subject: reply, payload: '', reply: inbox.subjectOf(token), headers });
    const body = await receiver.next();
    call.signal.removeEventListener('abort', cancel);
    if (!body) throw new Fault(400, 'The request broke off');
    return body;
  }

  #failed(endpoint: Endpoint, call: IncomingCall, error: unknown): number {
    const fault = faultOf(error);
    if (!(error instanceof Fault))
      this.#link.log.error(
        { err: error, subject: endpoint.subject, traceparent: call.traceparent },
        'a handler failed',
      );
    call.fail(fault);
    return fault.status;
  }

  #refuse(reply: string, fault: Fault): number {
    this.#link.connection.publish({ subject: reply, payload: encodeFault(fault) });
    return fault.status;
  }

  /** Waits for a place among those that run; throws Fault 503 when too many wait already. */
  async #enter(): Promise<void> {
    if (this.#running >= this.#options.concurrencyMax) {
      if (this.#waiting.length >= WAITING_MAX) throw serviceUnavailable('too many requests wait');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
  }

  #leave(): void {
    this.#running -= 1;
    this.#waiting.shift()?.();
  }
}
