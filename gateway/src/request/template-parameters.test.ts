import { getPublicTemplate, getTemplate } from '@countinghouse/contracts';
import express, { type Request } from 'express';
import { describe, expect, it } from 'vitest';
import type { RouteMatch } from '../routes/route-table.ts';
import { requestParameters } from './template-parameters.ts';

const match = (operation: RouteMatch['operation'], name = 'page'): RouteMatch => ({ operation, rest: { name } });

/** A request as Node reads it: header bytes as Latin-1. */
function requestWith(headers: Record<string, string>): Request {
  return Object.assign(Object.create(express.request) as Request, { method: 'GET', headers });
}

describe('requestParameters', () => {
  it('shows headers without those that say who calls', () => {
    const headers = {
      'x-mine': 'v',
      cookie: 'session_id=1; session-id="2"',
      authorization: 'Basic x',
      password: 'x',
      'session-id': '1',
    };
    expect(requestParameters(match(getTemplate), { session_id: '1', a: '1' }, requestWith(headers))).toEqual({
      name: 'page',
      params: { a: '1' },
      headers: { 'x-mine': 'v' },
      method: 'GET',
    });
  });

  it('shows every argument that is called as something of ours is called', () => {
    const args = { name: 'World', params: 'p', headers: 'h', method: 'm' };
    expect(requestParameters(match(getTemplate), args, requestWith({}))).toMatchObject({ name: 'page', params: args });
  });

  it('shows public calls what the sender of a webhook proves himself with, and no session', () => {
    const headers = { cookie: 'a=1; session_id=2; b=3', authorization: 'Bearer x', password: 'x', 'session-id': '1' };
    const args = { session_id: 'cs_1' };
    expect(requestParameters(match(getPublicTemplate), args, requestWith(headers))).toMatchObject({
      params: args,
      headers: { cookie: 'a=1; b=3', authorization: 'Bearer x' },
    });
  });

  it('reads headers as UTF-8, and as Latin-1 where they are none', () => {
    const headers = { 'x-utf-8': Buffer.from('секрет').toString('latin1'), 'x-latin-1': 'caf\xe9' };
    expect(requestParameters(match(getTemplate), {}, requestWith(headers)).headers).toEqual({
      'x-utf-8': 'секрет',
      'x-latin-1': 'café',
    });
  });
});
