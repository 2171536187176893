import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type Kustomize, kustomize } from './kustomize.ts';
import { PROCESS_SCHEMAS } from './process-variables.ts';
import { type PythonTools, pythonTools } from './python-tools.ts';
import { ROOT } from './root.ts';
import { Missing, skipWhenMissing } from './skip-when-missing.ts';

const PROCESSES = ['billing', 'gateway', 'service-lifecycle', 'template-renderer', 'user'];
const OVERLAYS = ['single-node', 'production'] as const;

/** As much of a Kubernetes object as these tests look at. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  /** Of a ConfigMap. */
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly podSelector?: { readonly matchLabels: Record<string, string> };
    readonly selector?: { readonly matchLabels: Record<string, string> };
    readonly policyTypes?: readonly string[];
    readonly egress?: readonly { readonly ports?: readonly { readonly port: number }[] }[];
    readonly template?: { readonly metadata: { readonly labels: Record<string, string> }; readonly spec: PodSpec };
  };
}

interface PodSpec {
  readonly securityContext: Record<string, unknown>;
  readonly containers: readonly Container[];
}

interface Container {
  readonly securityContext: Record<string, unknown>;
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
  readonly resources: { readonly requests: Record<string, string>; readonly limits: Record<string, string> };
  readonly [probe: `${string}Probe`]: unknown;
}

let found: { readonly kustomize: Kustomize | Missing; readonly python: PythonTools | Missing };
const printed = new Map<string, string>();
beforeAll(async () => {
  found = { kustomize: await kustomize(), python: await pythonTools() };
  if (found.kustomize instanceof Missing) return;
  for (const overlay of OVERLAYS) {
    printed.set(overlay, await found.kustomize.build(join(ROOT, 'k8s', 'overlays', overlay)));
  }
});

beforeEach((context) => {
  skipWhenMissing(context, found.kustomize);
});

function textOf(overlay: string): string {
  const text = printed.get(overlay);
  if (text === undefined) throw new Error(`overlay ${overlay} was not printed`);
  return text;
}

function named(overlay: string, ...kinds: string[]): readonly Manifest[] {
  const manifests = parseAllDocuments(textOf(overlay)).map((document) => document.toJS() as Manifest);
  return manifests.filter((manifest) => kinds.includes(manifest.kind));
}

function podSpec(manifest: Manifest): PodSpec {
  if (manifest.spec.template === undefined) throw new Error(`${manifest.metadata.name} has no pod template`);
  return manifest.spec.template.spec;
}

describe.each(OVERLAYS)('overlay %s', (overlay) => {
  test('is valid against the schemas of Kubernetes', async (context) => {
    await skipWhenMissing(context, found.python).validateKubernetes(textOf(overlay));
  });

  test('deploys every process, with its service account, service, budget and network policy', () => {
    for (const kind of ['Deployment', 'Service', 'ServiceAccount', 'PodDisruptionBudget', 'NetworkPolicy']) {
      const names = named(overlay, kind).map(({ metadata }) => metadata.name);
      expect(names, kind).toEqual(expect.arrayContaining(PROCESSES));
    }
  });

  test('selects only labels that the pods carry', () => {
    const workloads = named(overlay, 'Deployment', 'StatefulSet');
    const labels = workloads.map(({ spec }) => spec.template?.metadata.labels);
    for (const policy of named(overlay, 'PodDisruptionBudget', 'NetworkPolicy')) {
      const wanted = policy.spec.selector?.matchLabels ?? policy.spec.podSelector?.matchLabels ?? {};
      expect(labels, policy.metadata.name).toContainEqual(expect.objectContaining(wanted));
    }
  });

  test('runs nothing as root, on a read-only file system, without capabilities', () => {
    for (const workload of named(overlay, 'Deployment', 'StatefulSet')) {
      const { securityContext, containers } = podSpec(workload);
      expect(securityContext, workload.metadata.name).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const container of containers) {
        expect(container.securityContext, workload.metadata.name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  test('probes and bounds every process', () => {
    for (const deployment of named(overlay, 'Deployment')) {
      const [container] = podSpec(deployment).containers;
      expect(container?.livenessProbe, deployment.metadata.name).toMatchObject({ httpGet: { path: '/livez' } });
      expect(container?.readinessProbe).toMatchObject({ httpGet: { path: '/readyz' } });
      expect(container?.startupProbe).toMatchObject({ httpGet: { path: '/livez' } });
      expect(container?.resources).toMatchObject({
        requests: { cpu: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
    }
  });

  test('gives no process a variable that it does not read', () => {
    const maps = new Map(named(overlay, 'ConfigMap').map(({ metadata, data = {} }) => [metadata.name, data]));
    for (const deployment of named(overlay, 'Deployment')) {
      const { name } = deployment.metadata;
      const given = podSpec(deployment).containers.flatMap(({ env, envFrom }) => [
        ...env.map((variable) => variable.name),
        ...envFrom.flatMap(({ configMapRef }) => Object.keys(maps.get(configMapRef.name) ?? {})),
      ]);
      expect(given, name).toEqual(expect.arrayContaining(['NATS_URL', 'NODE_ENV', 'HEALTH_PORT']));
      expect(
        given.filter((variable) => !PROCESS_SCHEMAS[name]?.includes(variable)),
        name,
      ).toEqual([]);
    }
  });

  test('lets every process out only to where it has business', () => {
    const ports = (name: string) => {
      const policy = named(overlay, 'NetworkPolicy').find(({ metadata }) => metadata.name === name);
      expect(policy?.spec.policyTypes, name).toEqual(['Ingress', 'Egress']);
      const rules = policy?.spec.egress ?? [];
      return rules.some((rule) => rule.ports === undefined)
        ? 'anywhere'
        : [...new Set(rules.flatMap((rule) => rule.ports?.map(({ port }) => port) ?? []))];
    };
    const DNS = 53;
    const [NATS, MONGODB, WEB] = [4222, 27017, [80, 443]];
    expect(ports('user')).toEqual([DNS, NATS, MONGODB]);
    expect(ports('billing')).toEqual([DNS, NATS, MONGODB]);
    expect(ports('gateway')).toEqual([DNS, NATS, ...WEB]);
    expect(ports('template-renderer')).toEqual([DNS, NATS, MONGODB]);
    expect(ports('service-lifecycle')).toBe('anywhere');
  });

  test('takes secrets from Secrets that are not in the files', () => {
    expect(named(overlay, 'Secret')).toEqual([]);
    for (const deployment of named(overlay, 'Deployment')) {
      const secret = podSpec(deployment)
        .containers.flatMap(({ env }) => env)
        .filter(({ name }) => /SECRET|PASSWORD|_URL/.test(name));
      expect(secret.length, deployment.metadata.name).toBeGreaterThan(0);
      for (const { name, value, valueFrom } of secret) {
        expect(value, name).toBeUndefined();
        expect(valueFrom, name).toMatchObject({ secretKeyRef: { key: name } });
      }
    }
  });
});

test('production runs at least two replicas of everything, the template renderer 2 to 20', () => {
  const deployments = named('production', 'Deployment');
  const replicas = Object.fromEntries(deployments.map(({ metadata, spec }) => [metadata.name, spec.replicas]));
  expect(replicas).toEqual({ billing: 2, gateway: 2, 'service-lifecycle': 2, user: 2, 'template-renderer': undefined });
  const [autoscaler] = named('production', 'HorizontalPodAutoscaler');
  expect(autoscaler?.spec).toMatchObject({
    minReplicas: 2,
    maxReplicas: 20,
    scaleTargetRef: { kind: 'Deployment', name: 'template-renderer' },
  });
});

test('one node has its own NATS and MongoDB', () => {
  const names = named('single-node', 'StatefulSet').map(({ metadata }) => metadata.name);
  expect(names.sort()).toEqual(['mongo', 'nats']);
});

test('every process has a folder of its own, and none keeps a secret', () => {
  const base = join(ROOT, 'k8s', 'base');
  for (const name of PROCESSES) expect(readdirSync(join(base, name))).toContain('deployment.yaml');
  const texts = readdirSync(join(ROOT, 'k8s'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yaml'),
  );
  for (const name of texts) expect(readFileSync(join(ROOT, 'k8s', name), 'utf8')).not.toMatch(/kind: Secret$/m);
});
