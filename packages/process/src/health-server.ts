import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';

export interface Health {
  readonly port: number;
  readonly metrics: Registry;
  close(): Promise<void>;
}

export interface HealthOptions {
  readonly host: string;
  readonly port: number;
  readonly name: string;
  /** Why the process cannot serve now, or undefined when it can. */
  readonly notReady: () => Promise<string | undefined>;
}

/** /livez: the process turns its event loop; /readyz: it can serve; /metrics: Prometheus text. */
export async function startHealthServer(options: HealthOptions): Promise<Health> {
  const metrics = new Registry();
  metrics.setDefaultLabels({ process: options.name });
  collectDefaultMetrics({ register: metrics });
  const server = createServer(async (request, response) => {
    const answer = await answerProbe(request.url ?? '', options, metrics);
    response.writeHead(answer.status, { 'content-type': answer.contentType }).end(answer.body);
  });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  return { port, metrics, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function answerProbe(url: string, options: HealthOptions, metrics: Registry) {
  const text = (status: number, body: string) => ({
    status,
    body: `${body}\n`,
    contentType: 'text/plain; charset=utf-8',
  });
  if (url === '/livez') return text(200, 'alive');
  if (url === '/readyz') {
    const reason = await options.notReady();
    return reason === undefined ? text(200, 'ready') : text(503, reason);
  }
  if (url === '/metrics') return { status: 200, body: await metrics.metrics(), contentType: metrics.contentType };
  return text(404, 'not found');
}

function listen(server: Server, options: HealthOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
}
