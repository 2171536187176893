import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';
import { allOperations } from './operations/all.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly explode?: boolean;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
interface Documented {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const document = openApiDocument(allOperations, { prefix: '/shm', dialect: 'spec', version: '1.0.0' });
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Documented>>>>;

function documented(method: string, path: string): Documented {
  const found = paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not documented`);
  return found;
}

function accepts(content: Content | undefined, value: unknown): boolean {
  const schema = content?.content?.['application/json']?.schema;
  if (!schema) throw new Error('no schema of JSON');
  return z.fromJSONSchema(schema as never).safeParse(value).success;
}

const names = ({ parameters }: Documented) => parameters.map((parameter) => `${parameter.in} ${parameter.name}`);

describe('arguments', () => {
  it('may be null where the API takes null, and nothing else instead', () => {
    const { requestBody } = documented('post', '/v1/admin/user');
    for (const comment of ['text', null]) expect(accepts(requestBody, { user_id: 1, comment })).toBe(true);
    expect(accepts(requestBody, { user_id: 1, comment: 5 })).toBe(false);
    expect(accepts(documented('put', '/v1/admin/service').requestBody, service({ pay_always: null }))).toBe(true);
    expect(accepts(documented('put', '/v1/admin/service').requestBody, service({ pay_always: 2 }))).toBe(false);
  });

  it('are dates as the API writes them', () => {
    const { requestBody } = documented('put', '/v1/admin/user/payment');
    const payment = { user_id: 1, money: 5 };
    expect(accepts(requestBody, { ...payment, date: '2026-03-01 12:00:00' })).toBe(true);
    expect(accepts(requestBody, { ...payment, date: 'yesterday' })).toBe(false);
  });

  it('of templates are free beside the special ones', () => {
    const own = documented('get', '/v1/template/{name}');
    expect(names(own)).toEqual(['path name', 'query format', 'query user_id', 'query params']);
    expect(own.parameters.at(-1)?.explode).toBe(true);
    expect(names(documented('get', '/v1/public/{name}'))).toEqual(['path name', 'query format', 'query params']);
    const { requestBody } = documented('post', '/v1/public/{name}');
    expect(accepts(requestBody, { format: 'json', user_id: 'free', more: [1] })).toBe(true);
    expect(accepts(requestBody, { format: 5 })).toBe(false);
  });

  it('do not repeat what the path or the body carries', () => {
    expect(names(documented('put', '/v1/admin/template/{id}'))).toEqual(['path id']);
    const { requestBody } = documented('post', '/v1/admin/template/{name}/preview');
    expect(accepts(requestBody, { data: 'text' })).toBe(true);
  });

  it('of the login are both required', () => {
    const { requestBody, responses } = documented('post', '/user/auth.cgi');
    expect(accepts(requestBody, { login: 'admin', password: 'secret' })).toBe(true);
    expect(accepts(requestBody, { login: 'admin' })).toBe(false);
    expect(accepts(responses[200], { status: 200, msg: 'Successfully', session_id: 'a', user_id: 1 })).toBe(true);
    expect(accepts(responses[200], { session_id: 5 })).toBe(false);
  });
});

describe('answers', () => {
  it('may hold null where a field may be null', () => {
    const { responses } = documented('get', '/v1/admin/service');
    expect(accepts(responses[200], { data: [service({ pay_always: null, descr: null })] })).toBe(true);
    expect(accepts(responses[200], { data: [service({ pay_always: 2 })] })).toBe(false);
    expect(accepts(responses[200], { data: [service({ is_composite: null })] })).toBe(false);
  });

  it('of the dialect of SHM have 401 where credentials may be wrong, in logins too', () => {
    const { paths } = openApiDocument(allOperations, { prefix: '/shm', dialect: 'shm', version: '1.0.0' });
    const ofDialect = paths as Readonly<Record<string, Readonly<Record<string, Documented>>>>;
    for (const path of ['/user/auth.cgi', '/v1/user/auth', '/v1/user/passwd'])
      expect(Object.keys(ofDialect[path]?.post?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403']));
    expect(Object.keys(ofDialect['/v1/company']?.get?.responses ?? {})).not.toContain('401');
    expect(Object.keys(documented('post', '/user/auth.cgi').responses)).not.toContain('401');
  });

  it('have the members that count their rows', () => {
    const counts = { items: 0, total: 0, limit: 25, offset: 0 };
    for (const [member] of Object.entries(counts)) {
      for (const path of ['/v1/admin/service', '/v1/service', '/v1/user/pay/forecast'])
        expect(accepts(documented('get', path).responses[200], { data: [], ...counts, [member]: 'x' })).toBe(false);
    }
    expect(accepts(documented('put', '/v1/admin/service').responses[200], { data: [], items: 'x' })).toBe(false);
    const { responses } = documented('get', '/v1/service/order');
    expect(accepts(responses[200], { data: [], ...counts, filter: { category: 'web' } })).toBe(true);
    expect(accepts(responses[200], { data: [], ...counts, filter: 'category' })).toBe(false);
  });
});

function service(more: object): object {
  return { name: 'Web hosting', cost: 300, category: 'web', ...more };
}
