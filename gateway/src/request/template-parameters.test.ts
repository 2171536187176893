import express, { type Request } from 'express';
import { describe, expect, it } from 'vitest';
import { requestParameters } from './template-parameters.ts';

/** A request as Node reads it: header bytes as Latin-1. */
function requestWith(headers: Record<string, string>): Request {
  return Object.assign(Object.create(express.request) as Request, { method: 'GET', headers });
}

describe('requestParameters', () => {
  it('shows headers without those that say who calls', () => {
    const headers = {
      'x-mine': 'v',
      cookie: 'session_id=1',
      authorization: 'Basic x',
      password: 'x',
      'session-id': '1',
    };
    expect(requestParameters({ name: 'page', a: '1' }, requestWith(headers))).toEqual({
      name: 'page',
      params: { a: '1' },
      headers: { 'x-mine': 'v' },
      method: 'GET',
    });
  });

  it('reads headers as UTF-8, and as Latin-1 where they are none', () => {
    const headers = { 'x-utf-8': Buffer.from('секрет').toString('latin1'), 'x-latin-1': 'caf\xe9' };
    expect(requestParameters({}, requestWith(headers)).headers).toEqual({ 'x-utf-8': 'секрет', 'x-latin-1': 'café' });
  });
});
