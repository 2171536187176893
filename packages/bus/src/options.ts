import type {
  ArgumentsOfOperation,
  Caller,
  JsonObject,
  Operation,
  ReplyByResult,
  RowOfOperation,
  ServiceName,
} from '@countinghouse/contracts';

/** Where the bus writes what an operator should know; pino's own signature. */
export interface BusLog {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface BusOptions {
  /** One or more servers, separated by commas: `nats://user:password@host:4222`. Credentials are never logged. */
  readonly url: string;
  /** The process's name, for monitoring and as issuer of its tokens. */
  readonly name: string;
  /** The first token of every subject, so that several systems can share a server; `countinghouse` by default. */
  readonly prefix?: string;
  /** The HS256 secret per audience. An audience without a secret can be neither called nor served. */
  readonly secrets: Partial<Record<ServiceName, string>>;
  readonly log: BusLog;
  /** How long `connect` tries before it throws; for ever when absent. */
  readonly connectTimeoutMs?: number;
  /** A call that nobody has answered or acknowledged for this long is sent once more, with the same key; 1,000 by default. */
  readonly repeatOnSilence?: RepeatOnSilence;
  /** Copies of the event stream in a NATS cluster; 1 by default. */
  readonly eventReplicas?: number;
  /** For tests only: `seed=1,drop=0.01,duplicate=0.02,delayMsMax=50`; the variable BUS_FAULTS by default. */
  readonly faults?: string;
}

export interface RepeatOnSilence {
  readonly afterMs: number;
}

export interface CallOptions {
  readonly caller: Caller;
  /** What makes doing the call twice the same as doing it once (architecture.md, rule 2). */
  readonly key: string;
  /** Real time in epoch milliseconds; after it the caller gets 504 and the handler's signal aborts. */
  readonly deadlineAt: number;
  /** W3C trace context; generated when absent. */
  readonly traceparent?: string;
  /** Aborts the call and the handler that works on it. */
  readonly clientDisconnected?: AbortSignal;
  /** `false` never sends the call twice; otherwise overrides the option of the bus. */
  readonly repeatOnSilence?: RepeatOnSilence | false;
}

/** What an operation's caller gets; a list's rows are an array or an iterable of batches, as the handler answered. */
export type ReplyOf<O extends Operation> = ReplyByResult<RowOfOperation<O>>[O['result']];

/** One operation as its owner answers it. `args` are as they came: validation is the service's. */
export interface Served {
  readonly operation: Operation;
  handle(args: unknown, request: IncomingRequest): Promise<unknown>;
}

export interface IncomingRequest {
  /** Names the call; its repetition, and a message that arrives twice, have the same. */
  readonly callId: string;
  readonly caller: Caller;
  readonly key: string;
  readonly deadlineAt: number;
  readonly traceparent: string;
  /** Aborts at the deadline, when the caller goes away, and when the consumer of a streamed list stops. */
  readonly signal: AbortSignal;
}

export interface ServeOptions {
  /** Semantic version for service discovery; `0.0.0` by default. */
  readonly version?: string;
  /** How many requests are handled at once; the rest wait in order of arrival. 512 by default. */
  readonly concurrencyMax?: number;
}

export interface Serving {
  /** Takes no further requests and resolves when those that run have been answered. */
  drain(): Promise<void>;
}

/** A fact that its owner tells everybody who listens (architecture.md, rule 3). */
export interface BusEvent {
  readonly id: string;
  readonly owner: ServiceName;
  readonly sequence: number;
  readonly type: string;
  /** ISO instant. */
  readonly at: string;
  readonly data: JsonObject;
}

export type { ArgumentsOfOperation };
