import { Counter, Histogram, type Registry } from 'prom-client';

/** Latency and outcome of requests by operation. */
export class RequestMetrics {
  readonly #seconds: Histogram<'operation'>;
  readonly #answers: Counter<'operation' | 'status'>;

  constructor(registry: Registry) {
    this.#seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer',
      labelNames: ['operation'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
      registers: [registry],
    });
    this.#answers = new Counter({
      name: 'http_answers_total',
      help: 'Answers by status',
      labelNames: ['operation', 'status'],
      registers: [registry],
    });
  }

  /** Starts the watch of one request; the result stops it. */
  begin(): (operation: string, status: number) => void {
    const startedAtMs = performance.now();
    return (operation, status) => {
      this.#seconds.observe({ operation }, (performance.now() - startedAtMs) / 1000);
      this.#answers.inc({ operation, status: String(status) });
    };
  }
}
