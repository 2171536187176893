import { operation } from '@countinghouse/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RouteTable, UndecodablePath } from './route-table.ts';

function declare(method: 'GET' | 'POST', path: string) {
  return operation({
    id: `${method} ${path}`,
    owner: 'user',
    summary: path,
    access: 'user',
    http: { method, path },
    args: z.object({}),
    result: 'rows',
  });
}

const users = declare('GET', '/v1/user');
const template = declare('GET', '/v1/template/*name');
const config = declare('GET', '/v1/admin/config');
const oneConfig = declare('GET', '/v1/admin/config/*key');
const change = declare('POST', '/v1/admin/template/*id');
const preview = declare('POST', '/v1/admin/template/*name/preview');
const table = new RouteTable([users, template, config, oneConfig, change, preview]);

describe('RouteTable', () => {
  it('finds an exact path by method', () => {
    expect(table.match('GET', '/v1/user')?.operation).toBe(users);
    expect(table.match('PUT', '/v1/user')).toBeUndefined();
  });

  it('does not take a path with a slash at the end', () => {
    expect(table.match('GET', '/v1/user/')).toBeUndefined();
  });

  it('gives the rest of the path to a wildcard, slashes and escapes included', () => {
    expect(table.match('GET', '/v1/template/mail/bill%20new')).toEqual({
      operation: template,
      rest: { name: 'mail/bill new' },
    });
  });

  it('does not give an empty rest to a wildcard', () => {
    expect(table.match('GET', '/v1/template/')).toBeUndefined();
    expect(table.match('GET', '/v1/admin/config')?.operation).toBe(config);
    expect(table.match('GET', '/v1/admin/config/mail')?.rest).toEqual({ key: 'mail' });
  });

  it('prefers a wildcard with an end where the path has that end', () => {
    expect(table.match('POST', '/v1/admin/template/mail/bill/preview')).toEqual({
      operation: preview,
      rest: { name: 'mail/bill' },
    });
    expect(table.match('POST', '/v1/admin/template/mail/bill')).toEqual({
      operation: change,
      rest: { id: 'mail/bill' },
    });
    expect(table.match('POST', '/v1/admin/template/preview')).toEqual({ operation: change, rest: { id: 'preview' } });
  });

  it('reports a path that is no UTF-8', () => {
    expect(() => table.match('GET', '/v1/template/%ff')).toThrow(UndecodablePath);
  });

  it('refuses two operations on one route', () => {
    expect(() => new RouteTable([users, users])).toThrow('GET /v1/user is declared twice');
  });
});
