import { type ArgumentsOfOperation, type Operation, type ServiceName, subjectOf } from '@countinghouse/contracts';
import { Broadcast, type BroadcastListener } from './broadcast.ts';
import { Connection } from './connection.ts';
import { type ConsumeOptions, type Consuming, EventConsumer } from './event-consumer.ts';
import { EventPublisher } from './event-publisher.ts';
import { EventStream } from './event-stream.ts';
import { parseFaultPlan } from './faults.ts';
import { Gather, type GatherOptions, type GatherResponder } from './gather.ts';
import { Inbox } from './inbox.ts';
import type { Link } from './link.ts';
import { type BusStats, Meters } from './metrics.ts';
import type { BusEvent, BusOptions, CallOptions, ReplyOf, Served, ServeOptions, Serving } from './options.ts';
import { Requester } from './requester.ts';
import { Responder } from './responder.ts';
import { type ReplicaInfo, ServiceDiscovery } from './service-discovery.ts';
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
  readonly #gather: Gather;
  readonly #discovery: ServiceDiscovery;
  readonly #events: EventStream;
  readonly #publisher: EventPublisher;
  readonly #consuming = new Set<Consuming>();
  readonly #consumed = { consumed: 0, failed: 0 };
  readonly #handled = new Meters();
  readonly #responders = new Set<Responder>();

  private constructor(link: Link, secrets: Secrets, options: BusOptions) {
    this.#link = link;
    this.#secrets = secrets;
    const repeat = options.repeatOnSilence ?? { afterMs: REPEAT_AFTER_MS_DEFAULT };
    this.#requester = new Requester(link, new TokenSigner(options.name, secrets), this.#tracing, repeat);
    this.#broadcast = new Broadcast(link);
    this.#gather = new Gather(link);
    this.#discovery = new ServiceDiscovery(link, options.name, () => this.#handled.stats());
    this.#events = new EventStream(link, options.eventReplicas ?? 1);
    this.#publisher = new EventPublisher(link, this.#events);
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
    const subjects = operations.map((served) => subjectOf(served.operation));
    this.#discovery.announce({ service, version: options.version ?? '0.0.0', subjects });
    return this.#registered({
      drain: async () => {
        await responder.drain();
        this.#responders.delete(responder);
      },
    });
  }

  /** Resolves when JetStream has stored the event; rejects when that is not known, and the caller publishes it again. */
  publish(event: BusEvent): Promise<void> {
    return this.#publisher.publish(event);
  }

  /** Takes other services' events, with a durable consumer per owner, until it is stopped; resolves at once. */
  consume(options: ConsumeOptions): Promise<Consuming> {
    const consumers = options.owners.map(
      (owner) => new EventConsumer(this.#link, this.#events, options, owner, this.#consumed),
    );
    const consuming: Consuming = {
      pending: async () =>
        (await Promise.all(consumers.map((consumer) => consumer.pending()))).reduce((a, b) => a + b, 0),
      stop: async () => {
        await Promise.all(consumers.map((consumer) => consumer.stop()));
        this.#consuming.delete(consuming);
      },
    };
    this.#consuming.add(consuming);
    for (const consumer of consumers) consumer.start();
    return Promise.resolve(consuming);
  }

  /** Tells every replica that listens to the topic; nobody confirms. Lost for replicas that are not connected. */
  broadcast(topic: string, payload: unknown): void {
    this.#broadcast.send(topic, payload);
  }

  /** Listens to a topic until the returned function is called. */
  onBroadcast(topic: string, listener: BroadcastListener): () => void {
    return this.#broadcast.listen(topic, listener);
  }

  /** Asks every replica that answers the topic; resolves when `expected` have, else with what came within `timeoutMs`. */
  gather(topic: string, payload: unknown, options: GatherOptions): Promise<unknown[]> {
    return this.#gather.ask(topic, payload, options);
  }

  /** Answers a topic until the returned function is called. */
  onGather(topic: string, responder: GatherResponder): () => void {
    return this.#gather.answer(topic, responder);
  }

  /** Resolves when NATS knows every subscription made so far: what anybody sends from then on arrives. */
  subscribed(): Promise<void> {
    return this.#link.connection.nats.flush();
  }

  /** Every process on the bus, this one too, or the replicas of one service; takes half a second. */
  replicas(service?: ServiceName): Promise<ReplicaInfo[]> {
    return this.#discovery.replicas(service);
  }

  /** Calls the listener each time NATS is there again after it was away: broadcasts may have been missed. */
  onReconnected(listener: () => void): () => void {
    return this.#link.connection.onReconnected(listener);
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
      eventsPublished: this.#publisher.published,
      eventsConsumed: this.#consumed.consumed,
      eventsFailed: this.#consumed.failed,
      network: { inMsgs, outMsgs, inBytes, outBytes },
    };
  }

  /** Takes no further requests, finishes those that run and the calls they make, and closes the connection. */
  async drain(): Promise<void> {
    this.#discovery.withdraw();
    await Promise.all([...this.#consuming].map((consuming) => consuming.stop()));
    await Promise.all([...this.#responders].map((responder) => responder.drain()));
    await this.#requester.settled();
    this.#link.ticker.stop();
    await this.#link.connection.close();
  }

  async #registered(serving: Serving): Promise<Serving> {
    await this.subscribed();
    return serving;
  }
}
