import type { ArgumentsOfOperation, Operation, ServiceName } from '@countinghouse/contracts';
import { Broadcast, type BroadcastListener } from './broadcast.ts';
import { Connection } from './connection.ts';
import { parseFaultPlan } from './faults.ts';
import { Inbox } from './inbox.ts';
import type { Link } from './link.ts';
import { type BusStats, Meters } from './metrics.ts';
import type { BusOptions, CallOptions, ReplyOf, Served, ServeOptions, Serving } from './options.ts';
import { Requester } from './requester.ts';
import { Responder } from './responder.ts';
import { Ticker } from './ticker.ts';
import { type Secrets, secretsOf, TokenSigner, TokenVerifier } from './tokens.ts';
import { Tracing } from './tracing.ts';

const PREFIX = /^[A-Za-z0-9_-]+$/;
const PREFIX_DEFAULT = 'countinghouse';
const CONCURRENCY_MAX_DEFAULT = 512;
const REPEAT_AFTER_MS_DEFAULT = 1_000;

/** A process's place on the bus. */
export class Bus {
  readonly #link: Link;
  readonly #secrets: Secrets;
  readonly #tracing = new Tracing();
  readonly #requester: Requester;
  readonly #broadcast: Broadcast;
  readonly #handled = new Meters();
  readonly #responders = new Set<Responder>();

  private constructor(link: Link, secrets: Secrets, options: BusOptions) {
    this.#link = link;
    this.#secrets = secrets;
    const repeat = options.repeatOnSilence ?? { afterMs: REPEAT_AFTER_MS_DEFAULT };
    this.#requester = new Requester(link, new TokenSigner(options.name, secrets), this.#tracing, repeat);
    this.#broadcast = new Broadcast(link);
  }

  /** Resolves when NATS answered; throws when it did not within `connectTimeoutMs`, or when an option is wrong. */
  static async connect(options: BusOptions): Promise<Bus> {
    const prefix = options.prefix ?? PREFIX_DEFAULT;
    if (!PREFIX.test(prefix)) throw new Error(`Invalid prefix of the bus: expected letters, digits, "-" and "_"`);
    const secrets = secretsOf(options.secrets);
    const faults = parseFaultPlan(options.faults ?? process.env.BUS_FAULTS);
    const connection = await Connection.open({
      url: options.url,
      name: options.name,
      log: options.log,
      ...(options.connectTimeoutMs === undefined ? {} : { connectTimeoutMs: options.connectTimeoutMs }),
      ...(faults ? { faults } : {}),
    });
    const link = { connection, inbox: new Inbox(connection), ticker: new Ticker(), log: options.log, prefix };
    return new Bus(link, secrets, options);
  }

  /**
   * Calls an operation and resolves with what its handler answered. Throws a Fault: 503 when nobody serves the operation or
   * NATS is away, 504 at the deadline, 499 when the client disconnected, else the one that the handler threw.
   */
  call<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>, options: CallOptions): Promise<ReplyOf<O>> {
    return this.#requester.call(operation, args, options);
  }

  /** Answers requests for a service's operations, together with the other replicas that do. */
  serve(service: ServiceName, operations: readonly Served[], options: ServeOptions = {}): Promise<Serving> {
    const responder = new Responder(this.#link, {
      service,
      operations,
      concurrencyMax: options.concurrencyMax ?? CONCURRENCY_MAX_DEFAULT,
      verifier: new TokenVerifier(service, this.#secrets),
      tracing: this.#tracing,
      meters: this.#handled,
    });
    this.#responders.add(responder);
    return this.#registered({
      drain: async () => {
        await responder.drain();
        this.#responders.delete(responder);
      },
    });
  }

  /** Tells every replica that listens to the topic; nobody confirms. Lost for replicas that are not connected. */
  broadcast(topic: string, payload: unknown): void {
    this.#broadcast.send(topic, payload);
  }

  /** Listens to a topic until the returned function is called. */
  onBroadcast(topic: string, listener: BroadcastListener): () => void {
    return this.#broadcast.listen(topic, listener);
  }

  isConnected(): boolean {
    return this.#link.connection.connected;
  }

  stats(): BusStats {
    const { inMsgs, outMsgs, inBytes, outBytes } = this.#link.connection.nats.stats();
    let handledInFlight = 0;
    for (const responder of this.#responders) handledInFlight += responder.inFlight;
    return {
      connected: this.isConnected(),
      calls: this.#requester.meters.stats(),
      handled: this.#handled.stats(),
      callsInFlight: this.#requester.inFlight,
      handledInFlight,
      repeated: this.#requester.repeated,
      eventsPublished: 0,
      eventsConsumed: 0,
      eventsFailed: 0,
      network: { inMsgs, outMsgs, inBytes, outBytes },
    };
  }

  /** Takes no further requests, finishes those that run and the calls they make, and closes the connection. */
  async drain(): Promise<void> {
    await Promise.all([...this.#responders].map((responder) => responder.drain()));
    await this.#requester.settled();
    this.#link.ticker.stop();
    await this.#link.connection.close();
  }

  /** Resolves when NATS knows the subscriptions. */
  async #registered(serving: Serving): Promise<Serving> {
    await this.#link.connection.nats.flush();
    return serving;
  }
}
