import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi.ts';
import { subjectOf } from '../operation.ts';
import { allOperations } from './all.ts';

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

describe('allOperations', () => {
  it('gives every operation a subject of its own', () => {
    expect(repeated(allOperations.map(subjectOf))).toEqual([]);
  });

  it('gives every route to one operation', () => {
    const routes = allOperations.flatMap(({ http }) => (http ? [`${http.method} ${http.path}`] : []));
    expect(repeated(routes)).toEqual([]);
  });

  it('has a route exactly for what is not internal', () => {
    const wrong = allOperations.filter(({ access, http }) => (access === 'internal') !== (http === undefined));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('covers every path of the specification, section 2.1, with the methods of the peer', () => {
    const routes = new Set(allOperations.map(({ http }) => `${http?.method} ${http?.path}`));
    const expected: Record<string, string> = {
      '/v1/admin/service': 'GET PUT POST DELETE',
      '/v1/admin/service/children': 'GET POST',
      '/v1/admin/service/event': 'GET PUT POST DELETE',
      '/v1/admin/user': 'GET PUT POST DELETE',
      '/v1/admin/user/passwd': 'POST',
      '/v1/admin/user/pay': 'GET DELETE',
      '/v1/admin/user/payment': 'PUT',
      '/v1/admin/user/profile': 'GET PUT POST DELETE',
      '/v1/admin/user/service': 'GET PUT POST DELETE',
      '/v1/admin/user/service/withdraw': 'GET PUT POST DELETE',
      '/v1/admin/user/service/stop': 'POST',
      '/v1/admin/user/service/spool': 'GET',
      '/v1/user': 'GET POST PUT',
    };
    const missing = Object.entries(expected).flatMap(([path, methods]) =>
      methods.split(' ').flatMap((method) => (routes.has(`${method} ${path}`) ? [] : [`${method} ${path}`])),
    );
    expect(missing).toEqual([]);
  });

  it('makes an OpenAPI document in which every route has its responses', () => {
    const document = openApiDocument(allOperations, { prefix: '/shm', dialect: 'spec', version: '1.0.0' });
    const paths = document.paths as Record<string, Record<string, { responses: Record<string, unknown> }>>;
    for (const { http, errors } of allOperations) {
      if (!http) continue;
      const item = paths[http.path.replace(/\*(\w+)/g, '{$1}')]?.[http.method.toLowerCase()];
      expect(Object.keys(item?.responses ?? {})).toEqual(expect.arrayContaining(errors.map(String)));
    }
  });
});
