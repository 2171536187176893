import { type ArgumentsOfOperation, Fault, type Operation, subjectOf } from '@countinghouse/contracts';
import { serviceUnavailable } from './connection.ts';
import type { Link } from './link.ts';
import { Meters } from './metrics.ts';
import type { CallOptions, RepeatOnSilence, ReplyOf } from './options.ts';
import { PendingCall } from './pending-call.ts';
import { frameBytes } from './record-sender.ts';
import { faultOf } from './reply.ts';
import type { TokenSigner } from './tokens.ts';
import type { Tracing } from './tracing.ts';

/** A character takes at most three bytes of UTF-8. */
const BYTES_PER_CHARACTER_MAX = 3;

/** Makes calls: one request, one answer, before a deadline. */
export class Requester {
  readonly #link: Link;
  readonly #signer: TokenSigner;
  readonly #tracing: Tracing;
  readonly #repeatOnSilence: RepeatOnSilence;
  readonly #pending = new Set<PendingCall>();
  readonly #idle: (() => void)[] = [];
  readonly meters = new Meters();
  repeated = 0;

  constructor(link: Link, signer: TokenSigner, tracing: Tracing, repeatOnSilence: RepeatOnSilence) {
    this.#link = link;
    this.#signer = signer;
    this.#tracing = tracing;
    this.#repeatOnSilence = repeatOnSilence;
    link.connection.onReconnected(() => {
      for (const call of this.#pending) call.reconnected();
    });
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  async call<O extends Operation>(
    operation: O,
    args: ArgumentsOfOperation<O>,
    options: CallOptions,
  ): Promise<ReplyOf<O>> {
    const subject = subjectOf(operation);
    const startedMs = performance.now();
    const span = this.#tracing.call(subject, options.traceparent);
    let status = 200;
    try {
      return (await this.#send(operation, subject, args, options, span.traceparent)) as ReplyOf<O>;
    } catch (error) {
      status = faultOf(error).status;
      throw error;
    } finally {
      this.meters.of(subject).record(status, performance.now() - startedMs);
      span.end(status);
    }
  }

  /** Resolves when no call waits for an answer. */
  async settled(): Promise<void> {
    if (this.#pending.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #send(
    operation: Operation,
    subject: string,
    args: unknown,
    options: CallOptions,
    traceparent: string,
  ): Promise<unknown> {
    this.#assertPossible(options);
    const call = new PendingCall(this.#link, {
      audience: operation.owner,
      subject: `${this.#link.prefix}.${subject}`,
      headers: {
        token: this.#signer.sign(options.caller, operation.owner),
        key: options.key,
        deadlineAt: options.deadlineAt,
        traceparent,
      },
      body: this.#encode(args),
      repeatAfterMs: this.#repeatAfterMs(options),
      clientDisconnected: options.clientDisconnected,
      onRepeat: () => this.#onRepeat(subject, options.key),
    });
    this.#pending.add(call);
    try {
      return await call.start();
    } finally {
      this.#pending.delete(call);
      if (this.#pending.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  #assertPossible(options: CallOptions): void {
    if (!this.#link.connection.connected) throw serviceUnavailable('no connection to NATS');
    if (options.clientDisconnected?.aborted) throw new Fault(499, 'Client disconnected');
    if (Date.now() >= options.deadlineAt) throw new Fault(504, 'Deadline exceeded');
  }

  #repeatAfterMs(options: CallOptions): number | undefined {
    if (options.repeatOnSilence === false) return undefined;
    return (options.repeatOnSilence ?? this.#repeatOnSilence).afterMs;
  }

  #encode(args: unknown): string | Buffer {
    const json = JSON.stringify(args) ?? 'null';
    const bytesMax = frameBytes(this.#link);
    if (json.length * BYTES_PER_CHARACTER_MAX <= bytesMax) return json;
    const bytes = Buffer.from(json, 'utf8');
    return bytes.length <= bytesMax ? json : bytes;
  }

  #onRepeat(subject: string, key: string): void {
    this.repeated += 1;
    this.#link.log.warn({ subject, key }, 'nobody answered: the request is sent again');
  }
}
