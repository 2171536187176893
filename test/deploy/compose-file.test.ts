import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROCESS_SCHEMAS } from './process-variables.ts';
import { pythonTools } from './python-tools.ts';
import { ROOT } from './root.ts';
import { skipWhenMissing } from './skip-when-missing.ts';

const FILE = join(ROOT, 'docker-compose.yml');
const PROCESSES = ['billing', 'gateway', 'service-lifecycle', 'template-renderer', 'user'];

interface ComposeService {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly deploy?: { readonly replicas: number };
  readonly environment?: Record<string, string>;
  readonly healthcheck?: unknown;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly depends_on?: Record<string, { readonly condition: string }>;
}

const { services } = parse(readFileSync(FILE, 'utf8'), { merge: true }) as { services: Record<string, ComposeService> };
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

test('is valid against the schema of the compose specification', async (context) => {
  await skipWhenMissing(context, await pythonTools()).validateCompose(FILE);
});

test('runs every process and the official servers', () => {
  expect(Object.keys(services).sort()).toEqual([...PROCESSES, 'mongo', 'nats'].sort());
  expect(services.mongo?.image).toBe('mongo:8');
  expect(services.nats?.image).toMatch(/^nats:/);
});

test('every process is a target of the Dockerfile that has a health check and does not run as root', () => {
  for (const name of PROCESSES) {
    expect(services[name]?.build?.target).toBe(name);
    expect(dockerfile).toMatch(new RegExp(`^FROM process AS ${name}$`, 'm'));
  }
  const common = dockerfile.slice(dockerfile.indexOf('AS process'), dockerfile.indexOf('AS user'));
  expect(common).toMatch(/^USER node$/m);
  expect(common).toMatch(/^HEALTHCHECK /m);
});

test('the servers have health checks, and whoever needs them waits for these', () => {
  for (const name of ['mongo', 'nats']) expect(services[name]?.healthcheck, name).toBeDefined();
  for (const name of PROCESSES) {
    const conditions = Object.values(services[name]?.depends_on ?? {}).map(({ condition }) => condition);
    expect(new Set(conditions), name).toEqual(new Set(['service_healthy']));
  }
});

test('the template renderer is scaled', () => {
  expect(services['template-renderer']?.deploy?.replicas).toBeGreaterThan(1);
});

test('only the gateway is published, and on loopback unless told otherwise', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name]) => name)).toEqual(['gateway']);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: compose's own variables
  expect(services.gateway?.ports).toEqual(['${BIND:-127.0.0.1}:${PORT:-8080}:8080']);
});

test('no secret has a value or a default in the file', () => {
  for (const [name, { environment = {} }] of Object.entries(services)) {
    for (const [variable, value] of Object.entries(environment)) {
      if (/SECRET|PASSWORD/.test(variable)) expect(value, `${name} ${variable}`).toMatch(/^\$\{\w+:\?[^}]+\}$/);
    }
  }
});

test('each process is given the secrets of exactly those it talks to', () => {
  const secrets = (name: string) =>
    Object.keys(services[name]?.environment ?? {})
      .filter((variable) => variable.startsWith('SECRET_'))
      .sort();
  expect(secrets('billing')).toEqual(['SECRET_BILLING']);
  expect(secrets('user')).toEqual(['SECRET_BILLING', 'SECRET_SERVICE_LIFECYCLE', 'SECRET_USER']);
  expect(secrets('gateway')).toHaveLength(4);
});

test('no process is given a variable that it does not read', () => {
  for (const name of PROCESSES) {
    const given = Object.keys(services[name]?.environment ?? {});
    expect(
      given.filter((variable) => !PROCESS_SCHEMAS[name]?.includes(variable)),
      name,
    ).toEqual([]);
    expect(given, name).toContain('NATS_URL');
  }
});

test('only what talks to other machines has a way out, and private addresses only where .env allows them', () => {
  const withWayOut = PROCESSES.filter((name) => services[name]?.networks.includes('outside'));
  expect(withWayOut).toEqual(['gateway', 'service-lifecycle']);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: compose's own variables
  expect(services['service-lifecycle']?.environment?.OUTGOING_ALLOW).toBe('${OUTGOING_ALLOW:-}');
});
