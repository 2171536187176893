import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bus } from '@countinghouse/bus';
import { Clock, createLog, startHealthServer } from '@countinghouse/process';
import { createApp } from './app.ts';
import { Authenticator } from './authentication/authenticator.ts';
import { type GatewayEnvironment, readGatewayEnvironment } from './environment.ts';
import { FollowedClock } from './followed-clock.ts';
import { answerMalformedRequests, HEADER_BYTES_MAX } from './malformed-requests.ts';
import { notReady } from './probes.ts';
import { RequestMetrics } from './request-metrics.ts';
import { SharedReads } from './shared-reads.ts';

export interface RunningGateway {
  readonly port: number;
  stop(): Promise<void>;
}

const STOP_GRACE_MS = 10_000;

/** Starts the gateway: connects the bus, then opens the door. */
export async function startGateway(source: NodeJS.ProcessEnv): Promise<RunningGateway> {
  const environment = readGatewayEnvironment(source);
  const log = createLog('gateway', environment.LOG_LEVEL);
  const bus = await Bus.connect({
    url: environment.NATS_URL,
    name: 'gateway',
    prefix: environment.BUS_PREFIX,
    secrets: environment.secrets,
    log,
  });
  const clock = new Clock();
  const followed = environment.TEST_CLOCK ? await FollowedClock.follow(bus, clock) : undefined;
  const health = await startHealthServer({
    host: environment.HEALTH_HOST,
    port: environment.HEALTH_PORT,
    name: 'gateway',
    notReady: async () => (followed?.isKnown === false ? 'the test clock is not known yet' : notReady(bus)),
  });
  const parts = { environment, bus, clock, log, authenticator: new Authenticator(bus), sharedReads: new SharedReads() };
  const app = createApp(parts, new RequestMetrics(health.metrics));
  const server = createServer({ maxHeaderSize: HEADER_BYTES_MAX }, app);
  answerMalformedRequests(server);
  const port = await listen(server, environment);
  log.info({ port, healthPort: health.port }, 'listening');
  const stop = async (): Promise<void> => {
    await followed?.stop();
    await stopGateway(server, bus, health);
  };
  return { port, stop };
}

function listen(server: Server, environment: GatewayEnvironment): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(environment.PORT, environment.HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

/** No new connections, those running finish, then the bus is drained. */
async function stopGateway(server: Server, bus: Bus, health: { close(): Promise<void> }): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const grace = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await closed;
  clearTimeout(grace);
  await bus.drain();
  await health.close();
}
