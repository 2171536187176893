import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@countinghouse/contracts';
import {
  type ConnectionOptions,
  connect,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node';
import { backoffMs } from './backoff.ts';
import { FaultInjector, type FaultPlan } from './faults.ts';
import type { BusLog } from './options.ts';

const RECONNECT_FIRST_MS = 50;
const RECONNECT_MAX_MS = 2_000;
const HANDSHAKE_TIMEOUT_MS = 5_000;
/** A connection that silently lost its server is noticed after two of these. */
const PING_INTERVAL_MS = 10_000;
/** What headers and subjects may take of a message's permitted size. */
const OVERHEAD_BYTES = 8 * 1024;
/** Messages are not collected beyond so many characters or bytes. */
const UNSENT_LENGTH_MAX = 64 * 1024;

export interface ConnectionSettings {
  readonly url: string;
  readonly name: string;
  readonly log: BusLog;
  readonly connectTimeoutMs?: number;
  readonly faults?: FaultPlan;
}

export interface OutgoingMessage {
  readonly subject: string;
  readonly payload: string | Uint8Array;
  readonly reply?: string;
  readonly headers?: MsgHdrs;
}

/** A connection to NATS that never gives up, says whether it is up, and can be told to lose messages. */
export class Connection {
  readonly nats: NatsConnection;
  readonly #log: BusLog;
  readonly #faults: FaultInjector | undefined;
  readonly #reconnected = new Set<() => void>();
  #connected = true;
  #closing = false;
  /** Copies that the fault layer holds back. */
  readonly #delayed = new Set<Promise<void>>();
  #outgoing: OutgoingMessage[] = [];
  #outgoingLength = 0;

  private constructor(nats: NatsConnection, settings: ConnectionSettings) {
    this.nats = nats;
    this.#log = settings.log;
    this.#faults = settings.faults && new FaultInjector(settings.faults);
    void this.#watch();
  }

  /** Tries with growing pauses until a server answers or `connectTimeoutMs` have passed; then throws the last error. */
  static async open(settings: ConnectionSettings): Promise<Connection> {
    const giveUpAtMs = Date.now() + (settings.connectTimeoutMs ?? Number.POSITIVE_INFINITY);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const nats = await connect(natsOptions(settings));
        settings.log.info({ server: nats.getServer() }, 'connected to NATS');
        return new Connection(nats, settings);
      } catch (error) {
        const waitMs = backoffMs(attempt, RECONNECT_FIRST_MS, RECONNECT_MAX_MS);
        if (Date.now() + waitMs > giveUpAtMs) throw new Error('NATS cannot be reached', { cause: error });
        settings.log.warn(
          { servers: publicServers(settings.url), reason: reasonOf(error) },
          'NATS cannot be reached yet',
        );
        await sleep(waitMs);
      }
    }
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** The largest payload of one message. */
  get payloadBytesMax(): number {
    return (this.nats.info?.max_payload ?? 1024 * 1024) - OVERHEAD_BYTES;
  }

  /** Throws Fault 503 while there is no server, instead of queueing. */
  assertConnected(): void {
    if (!this.#connected) throw serviceUnavailable();
  }

  /**
   * Sends without waiting. Lost when the connection breaks, as every message of core NATS may be. What is sent in one turn of
   * the event loop goes out in one write: a system call costs more than all the rest of a small message.
   */
  send(message: OutgoingMessage): void {
    if (this.#closing || this.nats.isClosed()) return;
    if (this.#outgoing.length === 0) setImmediate(this.#flush);
    this.#outgoing.push(message);
    this.#outgoingLength += message.payload.length;
    if (this.#outgoingLength > UNSENT_LENGTH_MAX) this.#flush();
  }

  readonly #flush = (): void => {
    const messages = this.#outgoing;
    this.#outgoing = [];
    this.#outgoingLength = 0;
    if (this.nats.isClosed()) return;
    for (const { subject, payload, ...options } of messages) this.nats.publish(subject, payload, options);
  };

  /** Sends a part of a request or of its answer: what the fault layer may lose, double or delay. */
  publish(message: OutgoingMessage): void {
    if (!this.#faults) {
      this.send(message);
      return;
    }
    for (const delayMs of this.#faults.copies()) this.#sendLater(message, delayMs);
  }

  /** The fault layer's verdict on a message that something else sends. */
  faultCopies(): readonly number[] {
    return this.#faults?.copies() ?? [0];
  }

  subscribe(subject: string, onMessage: (message: Msg) => void, queue?: string): Subscription {
    return this.nats.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error, message) => {
        if (error) this.#log.error({ subject, err: error }, 'subscription refused by NATS');
        else onMessage(message);
      },
    });
  }

  /** Calls the listener each time the server is there again. */
  onReconnected(listener: () => void): () => void {
    this.#reconnected.add(listener);
    return () => this.#reconnected.delete(listener);
  }

  /** Sends what is still to be sent and closes; whatever is sent later is dropped. */
  async close(): Promise<void> {
    await Promise.all(this.#delayed);
    if (this.#closing) return;
    this.#closing = true;
    this.#flush();
    if (this.nats.isClosed()) return;
    if (this.#connected) await this.nats.drain();
    else await this.nats.close();
    this.#connected = false;
  }

  #sendLater(message: OutgoingMessage, delayMs: number): void {
    if (delayMs === 0) {
      this.send(message);
      return;
    }
    const sent = sleep(delayMs).then(() => this.send(message));
    this.#delayed.add(sent);
    void sent.finally(() => this.#delayed.delete(sent));
  }

  async #watch(): Promise<void> {
    for await (const status of this.nats.status()) {
      if (status.type === 'disconnect') this.#lost();
      else if (status.type === 'reconnect') this.#regained();
      else if (status.type === 'error') this.#log.error({ err: status.error }, 'NATS reported an error');
    }
    this.#connected = false;
    this.#closing = true;
  }

  #lost(): void {
    this.#connected = false;
    if (!this.nats.isClosed()) this.#log.warn({}, 'connection to NATS lost');
  }

  #regained(): void {
    this.#connected = true;
    this.#log.info({ server: this.nats.getServer() }, 'connected to NATS again');
    for (const listener of this.#reconnected) listener();
  }
}

export function serviceUnavailable(cause?: unknown): Fault {
  return new Fault(503, 'Service temporarily unavailable', cause === undefined ? {} : { cause });
}

function natsOptions(settings: ConnectionSettings): ConnectionOptions {
  const servers = settings.url.split(',').map((server) => server.trim());
  return {
    servers: servers.map(withoutCredentials),
    ...credentialsOf(servers),
    name: settings.name,
    timeout: HANDSHAKE_TIMEOUT_MS,
    pingInterval: PING_INTERVAL_MS,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    noAsyncTraces: true,
    reconnectDelayHandler: reconnectDelays(),
  };
}

/** Growing pauses that start small again once there was a connection for a while. */
function reconnectDelays(): () => number {
  let attempt = 0;
  let lastAskedMs = 0;
  return () => {
    const nowMs = Date.now();
    if (nowMs - lastAskedMs > 2 * RECONNECT_MAX_MS) attempt = 0;
    lastAskedMs = nowMs;
    return backoffMs(attempt++, RECONNECT_FIRST_MS, RECONNECT_MAX_MS);
  };
}

function withoutCredentials(server: string): string {
  return server.replace(/\/\/[^@/]*@/, '//');
}

/** The user and password, or the token, of the first server that has one; NATS takes one login for all servers. */
function credentialsOf(servers: readonly string[]): Pick<ConnectionOptions, 'user' | 'pass' | 'token'> {
  for (const server of servers) {
    const match = /\/\/([^@/:]*)(?::([^@/]*))?@/.exec(server);
    if (!match?.[1]) continue;
    const user = decodeURIComponent(match[1]);
    return match[2] === undefined ? { token: user } : { user, pass: decodeURIComponent(match[2]) };
  }
  return {};
}

function publicServers(url: string): string {
  return url.split(',').map(withoutCredentials).join(',');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
