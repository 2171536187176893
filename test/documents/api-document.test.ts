import { allOperations } from '@countinghouse/contracts';
import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

interface DocumentedRequest {
  readonly responses: object;
  readonly security?: readonly object[];
}

interface ApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedRequest>>>>;
}

it('the API document has every route with every status that it answers', async () => {
  const document = (await (await fetch(`${system.url}/openapi.json`)).json()) as ApiDocument;
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/shm' }] });
  for (const { http, errors } of allOperations) {
    if (!http) continue;
    const described = document.paths[http.path.replace(/\*(\w+)/, '{$1}')]?.[http.method.toLowerCase()];
    expect([http.path, Object.keys(described?.responses ?? {})]).toEqual([
      http.path,
      expect.arrayContaining([...errors.map(String), '5XX']),
    ]);
  }
});

it('the API document has what the gateway answers by itself', async () => {
  const { paths } = (await (await fetch(`${system.url}/openapi.json`)).json()) as ApiDocument;
  for (const path of ['/healthcheck.cgi', '/v1/healthcheck', '/v1/test', '/v1/admin/system/version']) {
    const described = Object.keys(paths[path]?.get?.responses ?? {});
    expect([path, described]).toEqual([
      path,
      expect.arrayContaining([String((await fetch(system.url + path)).status)]),
    ]);
    expect([path, paths[path]?.get?.security?.length]).toEqual([path, path.includes('/admin/') ? 5 : 0]);
  }
  expect(paths['/user/auth.cgi']?.get?.responses).toHaveProperty('302');
});

it('the page of the API document brings its own scripts', async () => {
  const answer = await fetch(`${system.url}/docs`);
  expect(answer.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  const page = await answer.text();
  const origin = new URL(system.url).origin;
  const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(sources.length).toBeGreaterThan(1);
  for (const source of sources) expect([source, (await fetch(origin + source)).status]).toEqual([source, 200]);
});
