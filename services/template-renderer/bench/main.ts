import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Bus } from '@countinghouse/bus';
import {
  type ArgumentsOfOperation,
  addTemplate,
  addUser,
  getPublicTemplate,
  type Operation,
  PUBLIC_CALLER,
  SERVICE_NAMES,
  systemCaller,
  type TemplateRequest,
} from '@countinghouse/contracts';
import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { renderCost } from './render-cost.ts';
import { TEMPLATES, USERS } from './templates.ts';

/**
 * `npm run bench -w services/template-renderer`: what a render costs beyond the bus; then renders per second over NATS, and what
 * one costs the renderer's process in CPU time, the bus included.
 */
const CLIENTS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CALL_TIMEOUT_MS = 30_000;
const MS_PER_TICK = 10;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const costs: object[] = [];
for (const [name, renders] of [
  ['secret', 20_000],
  ['users', 4_000],
  ['payments', 4_000],
] as const) {
  costs.push({ template: name, cpuMs: Number((await renderCost(name, renders)).toFixed(4)) });
}
console.log('CPU per render beyond the bus');
console.table(costs);

const system = await startSystem({ env: { NODE_ENV: 'development', TEST_CLOCK: '', LOG_LEVEL: 'error' } });
const bus = await connect(system);
try {
  await prepare();
  const results: object[] = [];
  for (const name of Object.keys(TEMPLATES)) {
    await load(name, 1);
    results.push({ template: name, ...(await load(name, SECONDS)) });
  }
  console.table(results);
} finally {
  await bus.drain();
  await system.stop();
}

function connect({ env, busPrefix }: RunningSystem): Promise<Bus> {
  const secrets = SERVICE_NAMES.map((name) => [name, env[`SECRET_${name.toUpperCase().replaceAll('-', '_')}`]]);
  return Bus.connect({
    url: env.NATS_URL ?? '',
    name: 'bench',
    prefix: busPrefix,
    secrets: Object.fromEntries(secrets) as Record<string, string>,
    log: silent,
  });
}

function call<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>, caller = systemCaller('user')) {
  return bus.call(operation, args, { caller, key: randomUUID(), deadlineAt: Date.now() + CALL_TIMEOUT_MS });
}

async function prepare(): Promise<void> {
  for (let n = 1; n < USERS; n += 1) await call(addUser, { login: `bench${n}`, password: 'bench-secret' });
  for (const [id, template] of Object.entries(TEMPLATES)) await call(addTemplate, { id, ...template });
}

interface Measured {
  readonly perSecond: number;
  readonly rendererCpuMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

async function load(name: string, seconds: number): Promise<Measured> {
  const request: TemplateRequest = { name, params: {}, headers: { 'x-webhook-secret': 's3cret' }, method: 'GET' };
  const before = cpuMs();
  const startedAt = performance.now();
  const tookMs: number[] = [];
  const client = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const sentAt = performance.now();
      await call(getPublicTemplate, request, PUBLIC_CALLER);
      tookMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const elapsedMs = performance.now() - startedAt;
  tookMs.sort((a, b) => a - b);
  const quantile = (part: number) => Number((tookMs[Math.floor(tookMs.length * part)] ?? 0).toFixed(2));
  return {
    perSecond: Math.round((tookMs.length / elapsedMs) * 1000),
    rendererCpuMs: Number(((cpuMs() - before) / tookMs.length).toFixed(3)),
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}

/** CPU time of the renderer's process until now. */
function cpuMs(): number {
  const [renderer] = system.processes['template-renderer'];
  const fields = readFileSync(`/proc/${renderer?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
