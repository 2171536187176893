/** Upper bounds in seconds, as Prometheus' histograms have them; one more bucket takes the rest. */
export const LATENCY_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

export interface SubjectStats {
  /** `billing.pay.create`: the subject without the prefix. */
  readonly subject: string;
  readonly requests: number;
  /** Outcomes by HTTP status; 200 stands for every success. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly durationSumSeconds: number;
  /** How many took at most LATENCY_BUCKETS_S[i] seconds and more than the bound before; the last entry is the rest. */
  readonly buckets: readonly number[];
}

export interface BusStats {
  readonly connected: boolean;
  /** Calls that this process made. */
  readonly calls: readonly SubjectStats[];
  /** Requests that this process handled. */
  readonly handled: readonly SubjectStats[];
  readonly callsInFlight: number;
  readonly handledInFlight: number;
  /** Calls that were sent a second time because nobody answered. */
  readonly repeated: number;
  readonly eventsPublished: number;
  readonly eventsConsumed: number;
  readonly eventsFailed: number;
  readonly network: {
    readonly inMsgs: number;
    readonly outMsgs: number;
    readonly inBytes: number;
    readonly outBytes: number;
  };
}

/** Counts and durations of one subject in one direction. */
export class SubjectMeter {
  readonly #subject: string;
  readonly #buckets = new Array<number>(LATENCY_BUCKETS_S.length + 1).fill(0);
  readonly #statuses = new Map<number, number>();
  #requests = 0;
  #sumSeconds = 0;

  constructor(subject: string) {
    this.#subject = subject;
  }

  record(status: number, durationMs: number): void {
    const seconds = durationMs / 1_000;
    this.#requests += 1;
    this.#sumSeconds += seconds;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    let index = 0;
    while (index < LATENCY_BUCKETS_S.length && seconds > (LATENCY_BUCKETS_S[index] ?? 0)) index += 1;
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
  }

  stats(): SubjectStats {
    return {
      subject: this.#subject,
      requests: this.#requests,
      statuses: Object.fromEntries(this.#statuses),
      durationSumSeconds: this.#sumSeconds,
      buckets: [...this.#buckets],
    };
  }
}

/** The meters of one direction, made as subjects are met; there are as many as operations. */
export class Meters {
  readonly #bySubject = new Map<string, SubjectMeter>();

  of(subject: string): SubjectMeter {
    let meter = this.#bySubject.get(subject);
    if (!meter) {
      meter = new SubjectMeter(subject);
      this.#bySubject.set(subject, meter);
    }
    return meter;
  }

  stats(): SubjectStats[] {
    return [...this.#bySubject.values()].map((meter) => meter.stats());
  }
}
