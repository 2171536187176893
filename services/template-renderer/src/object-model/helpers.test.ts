import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addConfig, addTemplate } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let server: Server;
let base: string;
beforeAll(async () => {
  system = await TestSystem.start(1, { OUTGOING_ALLOW: '127.0.0.1' });
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const seen = { method: request.method, url: request.url, type: request.headers['content-type'], body };
    const isText = request.url?.startsWith('/text');
    response.writeHead(isText ? 404 : 200, {
      'content-type': isText ? 'text/plain' : 'application/json',
      'x-own': 'o',
    });
    response.end(isText ? 'plain' : JSON.stringify({ ...seen, own: request.headers['x-mine'] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await system.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const settings = { allow_write: true };
const print = (source: string) => system.print(source, { settings, params: { base } });

describe('http', () => {
  it('gets with a query and decodes JSON', async () => {
    const source =
      "{{ r = http.get(request.params.base _ '/j', 'content', { b = 2, a = 'x y' }) }}{{ r.method }} {{+ r.url }}";
    expect(await print(source)).toBe('GET /j?a=x%20y&b=2');
  });
  it.each(['post', 'put', 'patch', 'delete'])('sends JSON with headers by %s', async (method) => {
    const source = `{{ r = http.${method}(request.params.base, headers = { 'X-Mine' = 'm' }, content = { a = 1 }) }}{{ r.method }}|{{ r.type }}|{{ r.body }}|{{ r.own }}`;
    expect(await print(source)).toBe(`${method.toUpperCase()}|application/json|{"a":1}|m`);
  });
  it('sends text of another type', async () => {
    const source =
      "{{ r = http.post(request.params.base, 'content', 'a=1', 'content_type', 'application/x-www-form-urlencoded') }}{{ r.type }}|{{ r.body }}";
    expect(await print(source)).toBe('application/x-www-form-urlencoded|a=1');
  });
  it('answers text, and all of the answer where that is asked for', async () => {
    const url = "request.params.base _ '/text'";
    expect(await print(`{{ http.get(${url}) }}|{{ http.response.http_code }}`)).toBe('plain|404');
    const full = `{{ r = http.get(${url}, 'full_response', 1) }}{{ r.http_code }} {{+ r.body }} {{+ r.http_headers.\${'x-own'} }}`;
    expect(await print(full)).toBe('404 plain o');
  });
  it.each([
    ["http.get('http://169.254.169.254/latest')", 'refused'],
    ["http.get('http://10.0.0.1/')", 'refused'],
    ["http.get('ftp://127.0.0.1/')", 'failed'],
    ["http.get('nowhere')", 'expected an HTTP address'],
  ])('%s is an error', async (call, text) => {
    await expect(print(`{{ ${call} }}`)).rejects.toMatchObject({ status: 400, message: expect.stringContaining(text) });
  });
  it('needs allow_write', async () => {
    await expect(system.print(`{{ http.get('${base}') }}`)).rejects.toMatchObject({
      message: expect.stringContaining('http.get writes'),
    });
  });
});

describe('cache', () => {
  it('keeps values between renders, for as long as it is told', async () => {
    await print("{{ cache.set('k', { a = [1, 'x'] }, 60) }}{{ cache.set('gone', 'x', 0.001) }}{{ cache.set('n', 5) }}");
    expect(await print("{{ cache.get('k') }}|{{ cache.get_json('k').a.1 }}|{{ cache.get('n') }}")).toBe(
      '{"a":[1,"x"]}|x|5',
    );
    expect(await print("<{{ cache.get('gone') }}{{ cache.get('never') }}>")).toBe('<>');
    expect(await print("{{ cache.delete('k') }}<{{ cache.get('k') }}>")).toBe('<>');
  });
  it('counts without losing any of many at once', async () => {
    const name = await system.save("{{ cache.increment('count', 2) }}", settings);
    await Promise.all(Array.from({ length: 20 }, () => system.render(name)));
    expect(await print("{{ cache.get('count') }}|{{ cache.increment('fresh') }}")).toBe('40|1');
    await expect(print("{{ cache.set('t', 'text') }}{{ cache.increment('t') }}")).rejects.toMatchObject({
      status: 400,
    });
  });
  it.each(["set('k', 1)", "delete('k')", "increment('k')"])('%s needs allow_write', async (call) => {
    await expect(system.print(`{{ cache.${call} }}`)).rejects.toMatchObject({ status: 400 });
  });
});

describe('currency', () => {
  it('converts by the configured rates', async () => {
    const value = { USD: 90, EUR: { value: 1000, nominal: 10 } };
    await system.call(addConfig, { key: 'currencies', value } as never);
    expect(await print("{{ currency.convert('USD', 'EUR', 10) }}|{{ currency.get_value('EUR') }}")).toBe('9|100');
    expect(await print("{{ currency.currencies.grep('USD|EUR').join }}|{{ currency.get('EUR').nominal }}")).toBe(
      'EUR USD|10',
    );
    await expect(print("{{ currency.convert('USD', 'XXX', 1) }}")).rejects.toMatchObject({ status: 400 });
  });
  it('saves rates beside those that are there', async () => {
    const save = "{{ currency.save( usd = 45, CHF = { value = 100 } ) }}{{ currency.get_value('USD') }}";
    expect(await print(`${save},{{ currency.get_value('CHF') }},{{ currency.get_value('EUR') }}`)).toBe('45,100,100');
    await expect(print('{{ currency.save( USD = 0 ) }}')).rejects.toMatchObject({
      message: expect.stringContaining('there is no rate of USD'),
    });
    await expect(system.print('{{ currency.save( USD = 1 ) }}')).rejects.toMatchObject({
      message: expect.stringContaining('currency.save writes'),
    });
  });
});

describe('tpl', () => {
  it('renders others for the same call, and changes them', async () => {
    await system.call(addTemplate, {
      id: 'inner',
      data: '<{{ event_name }}{{ user.login }}{{ request.params.base }}>',
    });
    expect(await print("{{ tpl.id('inner').parse( event_name = 'e' ) }}")).toBe(`<Eadmin${base}>`);
    expect(await print("{{ tpl.id('inner').set( data = 'new' ) }}{{ tpl.id('inner').parse }}")).toBe('new');
    expect(await print("{{ tpl.id('inner').set_settings({ a = 1 }) }}{{ tpl.id('inner').settings.a }}")).toBe('1');
    const deep =
      "t.set_settings({ d = { e = 1 } }); t = tpl.id('inner'); t.set_settings({ a = nowhere, d = { f = 2 } })";
    const settings = `{{ t = tpl.id('inner'); ${deep}; t = tpl.id('inner'); toJson(t.settings) }}`;
    expect(await print(settings)).toBe('{"d":{"e":1,"f":2}}');
    expect(await print('{{ tpl.used_from_http }}')).toBe('1');
  });
  it('within itself ends at a limit', async () => {
    await system.call(addTemplate, { id: 'loop', data: "{{ tpl.id('loop').parse }}" });
    await expect(system.render('loop')).rejects.toMatchObject({ status: 400 });
  });
  it('of what it may not, says so', async () => {
    await system.call(addTemplate, { id: 'quiet', data: "{{ cache.set('q', 1) }}" });
    await expect(print("{{ tpl.id('quiet').parse }}")).rejects.toMatchObject({
      message: expect.stringContaining('cache.set writes'),
    });
  });
});

describe('helpers that are not offered', () => {
  it.each(["ssh.exec('x')", "s3.setup('x')", "misc.write_file('x')", 'currency.nosuch'])('%s says so', async (call) => {
    await expect(print(`{{ ${call} }}`)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('not offered'),
    });
  });
});
