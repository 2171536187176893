import { argumentsOf, field, operation } from '@countinghouse/contracts';
import { describe, expect, it } from 'vitest';
import { collectArguments } from './arguments.ts';

const target = operation({
  id: 'sample',
  owner: 'user',
  summary: 'sample',
  access: 'user',
  http: { method: 'POST', path: '/v1/sample' },
  args: argumentsOf({ name: field.text(), settings: field.json({ shape: 'object' }), comment: field.json() }),
  result: 'rows',
});

function collect(method: string, query: string, body = '', contentType = 'application/json') {
  return collectArguments({ method, query: new URLSearchParams(query), body, contentType, operation: target });
}

describe('collectArguments', () => {
  it('merges query and JSON body, the query wins', () => {
    expect(collect('POST', 'name=query', '{"name":"body","other":1}')).toEqual({ name: 'query', other: 1 });
  });

  it('merges query and form', () => {
    expect(collect('PUT', 'a=1', 'b=2&name=x+y', 'application/x-www-form-urlencoded; charset=utf-8')).toEqual({
      a: '1',
      b: '2',
      name: 'x y',
    });
  });

  it('refuses more arguments than anybody needs before they cost time', () => {
    const form = 'a&'.repeat(4_000_000);
    expect(() => collect('POST', '', form, 'application/x-www-form-urlencoded')).toThrow(/^Too many arguments/);
    const members = Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`);
    expect(() => collect('POST', '', `{${members.join()}}`)).toThrow(/^Too many arguments/);
  });

  it.each(['GET', 'DELETE'])('does not look at the body of %s', (method) => {
    expect(collect(method, 'a=1', '{"name":"body"}')).toEqual({ a: '1' });
  });

  it('decodes JSON fields of queries and forms', () => {
    expect(collect('GET', `settings=${encodeURIComponent('{"a":[1]}')}`)).toEqual({ settings: { a: [1] } });
  });

  it('leaves plain text in a JSON field alone', () => {
    expect(collect('GET', 'comment=thank you')).toEqual({ comment: 'thank you' });
  });

  it('refuses broken JSON in a JSON field and names it', () => {
    expect(() => collect('GET', 'settings={"a":')).toThrow('Invalid value of settings: expected JSON');
  });

  it('refuses a repeated query argument', () => {
    expect(() => collect('GET', 'a=1&a=2')).toThrow('Invalid value of a: expected it once, not repeated');
  });

  it('refuses malformed JSON', () => {
    expect(() => collect('POST', '', '{"a":')).toThrow('Invalid value of body: expected valid JSON');
  });

  it('gives a JSON list and other text their own arguments', () => {
    expect(collect('POST', '', '[1,2]')).toEqual({ DATA: [1, 2] });
    expect(collect('POST', '', 'plain', 'text/plain')).toEqual({ POSTDATA: 'plain' });
    expect(collect('PUT', '', 'plain', 'text/plain')).toEqual({ PUTDATA: 'plain' });
  });

  it('keeps a raw body whole, whatever the query says', () => {
    const raw = { ...target, rawBody: true };
    const query = new URLSearchParams('body=other&content_type=other&user_id=1');
    const request = { method: 'PUT', query, contentType: 'text/plain', body: '{"a":', operation: raw };
    expect(collectArguments(request)).toEqual({ body: '{"a":', content_type: 'text/plain', user_id: '1' });
  });

  it('takes __proto__ for a name like any other', () => {
    const args = collect('POST', '', '{"__proto__":{"admin":1}}');
    expect(Object.keys(args)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
  });
});
