import autocannon from 'autocannon';

/** One kind of request under load. */
export interface LoadCase {
  readonly name: string;
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of request number n; none for GET. */
  readonly body?: (n: number) => string;
}

export interface Measured {
  readonly name: string;
  readonly concurrency: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 2xx, and broken connections. */
  readonly failed: number;
}

/** Sends a case's requests for some seconds, `concurrency` at a time, after a second of warming up. */
export async function measure(load: LoadCase, concurrency: number, seconds: number): Promise<Measured> {
  await send(load, concurrency, 1);
  const result = await send(load, concurrency, seconds);
  return {
    name: load.name,
    concurrency,
    perSecond: Math.round(result['2xx'] / result.duration),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

let sent = 0;

function send(load: LoadCase, connections: number, duration: number): Promise<autocannon.Result> {
  const { body } = load;
  return autocannon({
    url: load.url,
    method: load.method ?? 'GET',
    headers: { ...load.headers },
    connections,
    duration,
    requests: body === undefined ? [{}] : [{ setupRequest: (request) => ({ ...request, body: body(sent++) }) }],
  });
}
