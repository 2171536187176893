import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, logIn, type Send, sender } from './callers.ts';
import { NOON, startWorld, type World } from './world.ts';

let world: World;
let url: string;
let admin: Send;
let nobody: Send;

beforeAll(async () => {
  world = await startWorld();
  ({ url } = world.system);
  ({ admin, nobody } = world.callers);
});
afterAll(() => world.stop());

/** Section numbers are those of the specification, `00-http-api.md`. */
describe('2.2 and 4.4: the envelope', () => {
  it('of a list has data and the number of items in it', async () => {
    const { json } = await admin({ method: 'GET', path: '/v1/admin/user', query: { limit: 1 } });
    expect(Object.keys(json ?? {})).toEqual(['data', 'items', 'total', 'limit', 'offset', 'status', 'date', 'TZ']);
    expect(json).toMatchObject({ items: 1, total: 2, limit: 1, offset: 0, status: 200, TZ: 'UTC' });
    expect(json?.date).toBe('Sun Mar  1 12:00:00 2026');
  });

  it('of the own user has one item, without what administrators alone see', async () => {
    const answer = await world.callers.user({ method: 'GET', path: '/v1/user' });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.json).toMatchObject({ items: 1, status: 200 });
    expect(answer.json?.data).toEqual([
      {
        user_id: world.callers.userId,
        login: 'plain.user',
        login2: null,
        created: NOON,
        last_login: NOON,
        discount: 0,
        balance: 0,
        credit: 0,
        dogovor: null,
        full_name: null,
        bonus: 0,
        phone: null,
      },
    ]);
  });

  it('of PUT and POST has the object', async () => {
    const body = { login: 'enveloped', password: 'secret-of-user' };
    const { json } = await admin({ method: 'PUT', path: '/v1/admin/user', body });
    expect(Object.keys(json ?? {})).toEqual(['data', 'items', 'status', 'date', 'TZ']);
    expect(json?.data).toMatchObject([{ login: 'enveloped' }]);
  });
});

describe('4.1 and 7: methods and statuses', () => {
  it('answers 201 without a body and a content type for DELETE', async () => {
    const { userId } = await world.user();
    const answer = await admin({ method: 'DELETE', path: '/v1/admin/user', query: { user_id: userId } });
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([201, '', null]);
  });

  it.each(['HEAD', 'PATCH', 'OPTIONS'])('answers 404 for %s', async (method) => {
    expect((await admin({ method, path: '/v1/admin/user' })).status).toBe(404);
  });

  it.each(['/v1/nothing', '/v1/admin/user/', '/v1/admin/user/1', '/v2/user', '/user/none.cgi', '/v1/test/%ff'])(
    'answers 404 for %s',
    async (path) => {
      const answer = await nobody({ method: 'GET', path });
      expect(answer.json).toEqual({ status: 404, error: 'Method not found', request_id: expect.any(String) });
    },
  );

  it('takes repeated slashes and a path without the prefix', async () => {
    expect((await admin({ method: 'GET', path: '//v1///admin//user' })).status).toBe(200);
    const bare = sender(url.replace('/shm', ''), { 'session-id': await logIn(url, world.system.admin) });
    expect((await bare({ method: 'GET', path: '/v1/admin/user' })).status).toBe(200);
  });

  it('shows nothing of its inside in an error', async () => {
    const answer = await nobody({ method: 'GET', path: '/v1/user' });
    expect(answer.json).toEqual({ status: 403, error: 'Not authorized', request_id: expect.any(String) });
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });
});

describe('4.3: session login', () => {
  const request = { method: 'POST', path: '/user/auth.cgi' };

  it('answers a session id and a cookie that scripts cannot read', async () => {
    const answer = await nobody({ ...request, body: world.system.admin });
    expect(answer.json).toEqual({
      status: 200,
      msg: 'Successfully',
      session_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      user_id: 1,
    });
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toContain(`session_id=${answer.json?.session_id}; Max-Age=2592000; Path=/`);
    expect(cookie).toContain('HttpOnly; SameSite=Lax');
  });

  it('takes a form as well', async () => {
    const answer = await nobody({ ...request, form: { ...world.system.admin, admin: '1' } });
    expect(answer.json?.session_id).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([{}, { login: 'admin' }, { password: 'x' }, { login: '', password: '' }])(
    'answers 400 to %o',
    async (body) => {
      const answer = await nobody({ ...request, body });
      expect(answer.json).toMatchObject({ status: 400, error: 'login or password not present' });
    },
  );

  it('answers 400 to a body that is no JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await nobody({ ...request, text: '{"login":', headers })).status).toBe(400);
  });

  it.each([
    { login: 'admin', password: 'wrong-secret' },
    { login: 'no.such.user', password: 'wrong-secret' },
    { login: 'blocked.user', password: 'blocked-secret' },
  ])('answers 403 to %o', async (body) => {
    const answer = await nobody({ ...request, body });
    expect(answer.json).toMatchObject({ status: 403, error: 'Incorrect login or password' });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('lets administrators alone in where that is demanded', async () => {
    const answer = await nobody({ ...request, body: { ...world.callers.userLogin, admin: 1 } });
    expect(answer.json).toMatchObject({ status: 403, error: 'Forbidden: user is not admin' });
  });
});

describe('5: authentication', () => {
  const path = '/v1/user';
  let session: string;

  beforeAll(async () => {
    session = await logIn(url, world.callers.userLogin);
  });

  function carriers(id: string, { login, password }: { login: string; password: string }) {
    return {
      cookie: { headers: { cookie: `other=1; session_id=${id}` } },
      'cookie with a hyphen': { headers: { cookie: `session-id=${id}` } },
      basic: { headers: basic({ login, password }) },
      'session header': { headers: { 'session-id': id } },
      'session header with an underscore': { headers: { session_id: id } },
      'credential headers': { headers: { login, password } },
      query: { query: { session_id: id } },
    };
  }

  it.each(Object.keys(carriers('', { login: '', password: '' })))('takes a valid %s', async (name) => {
    const valid = carriers(session, world.callers.userLogin)[name as keyof ReturnType<typeof carriers>];
    const answer = await nobody({ method: 'GET', path, ...valid });
    expect(answer.json?.data?.[0]?.user_id).toBe(world.callers.userId);
  });

  it.each(Object.keys(carriers('', { login: '', password: '' })))('refuses a wrong %s', async (name) => {
    const nobodys = carriers('0'.repeat(32), { login: 'plain.user', password: 'wrong-secret' });
    const answer = await nobody({ method: 'GET', path, ...nobodys[name as keyof typeof nobodys] });
    expect(answer.json).toMatchObject({ status: 403, error: 'Not authorized' });
  });

  it('is content with any one that is valid, whatever else is wrong', async () => {
    const wrong = { ...basic({ login: 'plain.user', password: 'wrong-secret' }), 'session-id': 'f'.repeat(32) };
    const answer = await nobody({ method: 'GET', path, headers: { ...wrong, cookie: `session_id=${session}` } });
    expect(answer.status).toBe(200);
    const credentials = { ...wrong, ...world.callers.userLogin };
    expect((await nobody({ method: 'GET', path, headers: credentials })).status).toBe(200);
  });

  it('is content with a valid one beside what cannot be one', async () => {
    const cookie = `session_id=${session}`;
    for (const impossible of [
      { 'session-id': 'f'.repeat(300) },
      basic({ login: 'a\0b', password: 'x'.repeat(2000) }),
    ]) {
      expect((await nobody({ method: 'GET', path, headers: { ...impossible, cookie } })).status).toBe(200);
      const alone = await nobody({ method: 'GET', path, headers: impossible });
      expect(alone.json).toMatchObject({ status: 403, error: 'Not authorized' });
    }
  });

  it('takes the session from a body too', async () => {
    const answer = await nobody({ method: 'POST', path, body: { session_id: session, full_name: 'By body' } });
    expect(answer.json?.data?.[0]?.full_name).toBe('By body');
  });

  it('ends with the logout', async () => {
    const ended = await logIn(url, world.callers.userLogin);
    const cookie = { cookie: `session_id=${ended}` };
    const answer = await nobody({ method: 'POST', path: '/user/logout.cgi', headers: cookie });
    expect(answer.json).toEqual({ status: 0, msg: 'Logout sucessfully' });
    expect((await nobody({ method: 'GET', path, headers: cookie })).status).toBe(403);
    expect((await nobody({ method: 'POST', path: '/user/logout.cgi', headers: cookie })).status).toBe(200);
  });
});

describe('4.5 to 4.7: templates', () => {
  const secret = "{{ IF request.headers.x-webhook-secret == 's3cret' }}";

  it('needs authentication on the one path and a setting on the other', async () => {
    const closed = await world.template('closed');
    expect((await nobody({ method: 'GET', path: `/v1/template/${closed}` })).status).toBe(403);
    expect((await nobody({ method: 'GET', path: `/v1/public/${closed}` })).status).toBe(400);
    expect((await world.callers.user({ method: 'GET', path: `/v1/template/${closed}` })).text).toBe('closed');
    const open = await world.template('open', { allow_public: true });
    expect((await nobody({ method: 'POST', path: `/v1/public/${open}` })).text).toBe('open');
  });

  it('answers 404 for an unknown name', async () => {
    for (const path of ['/v1/template/none', '/v1/public/none'])
      expect((await admin({ method: 'GET', path })).json).toMatchObject({ status: 404, error: 'Template not found' });
  });

  it('sets the current user for authenticated calls', async () => {
    const name = await world.template('{{ user.login }}/{{ user.balance }}');
    expect((await world.callers.user({ method: 'GET', path: `/v1/template/${name}` })).text).toBe('plain.user/0');
    const query = { user_id: world.callers.userId };
    expect((await admin({ method: 'GET', path: `/v1/template/${name}`, query })).text).toBe('plain.user/0');
    expect(
      (await world.callers.user({ method: 'GET', path: `/v1/template/${name}`, query: { user_id: 1 } })).text,
    ).toBe('plain.user/0');
  });

  it('sets no user for public calls, whoever calls and whatever user_id says', async () => {
    const name = await world.template('[{{ user.id }}{{ user.login }}]{{ request.params.user_id }}', {
      allow_public: true,
    });
    const query = { user_id: 1 };
    expect((await nobody({ method: 'GET', path: `/v1/public/${name}`, query })).text).toBe('[]1');
    expect((await admin({ method: 'GET', path: `/v1/public/${name}`, query })).text).toBe('[]1');
  });

  it('switches to a user by static id and by argument, and tells whether he exists', async () => {
    const name = await world.template(
      '{{ user = user.switch(request.params.uid) }}{{ IF user.id }}{{ user.login }}{{ ELSE }}nobody{{ END }}',
      { allow_public: true },
    );
    const switched = async (uid?: unknown) =>
      (await nobody({ method: 'GET', path: `/v1/public/${name}`, query: uid === undefined ? {} : { uid } })).text;
    expect(await switched(world.callers.userId)).toBe('plain.user');
    expect(await switched(2_147_483_647)).toBe('nobody');
    expect(await switched('')).toBe('nobody');
    expect(await switched()).toBe('nobody');
    const fixed = await world.template('{{ user = user.switch(1) }}{{ user.login }}', { allow_public: true });
    expect((await nobody({ method: 'GET', path: `/v1/public/${fixed}` })).text).toBe('admin');
  });

  it('compares a secret header before it prints', async () => {
    const name = await world.template(`${secret}{{ toJson(total = 1) }}{{ END }}`, { allow_public: true });
    const get = (headers: Record<string, string>) =>
      nobody({ method: 'GET', path: `/v1/public/${name}`, query: { format: 'json' }, headers });
    expect((await get({ 'X-Webhook-Secret': 's3cret' })).json).toEqual({ total: 1 });
    expect((await get({ 'X-Webhook-Secret': 'guess' })).text).toBe('');
    expect((await get({})).text).toBe('');
  });

  it('shows the last payment and the forecast of a user', async () => {
    const { userId, send } = await world.richUser(50);
    await world.order(userId, await world.service({ cost: 100 }));
    const name = await world.template(
      '{{ toJson(user_id = user.user_id, balance = user.balance, last = user.pays.last, forecast = user.pays.forecast.total) }}',
    );
    const { json } = await send({ method: 'GET', path: `/v1/template/${name}`, query: { format: 'json' } });
    expect(json).toMatchObject({
      user_id: userId,
      balance: 50,
      last: { comment: null, date: NOON, id: expect.any(Number), money: 50, user_id: userId },
      forecast: 50,
    });
  });

  it('lists all users as JSON', async () => {
    const name = await world.template(
      '[{{ FOR item IN user.items }}{{ toJson(user_id = item.user_id, login = item.login, balance = item.balance) }}{{ UNLESS loop.last }},{{ END }}{{ END }}]',
    );
    const answer = await admin({ method: 'GET', path: `/v1/template/${name}`, query: { format: 'json' } });
    expect(answer.json).toContainEqual({ user_id: 1, login: 'admin', balance: 0 });
    expect(answer.json).not.toContainEqual(expect.objectContaining({ login: 'blocked.user' }));
  });

  it.each([
    [undefined, 'text/plain; charset=utf-8'],
    ['plain', 'text/plain; charset=utf-8'],
    ['html', 'text/html; charset=utf-8'],
    ['json', 'application/json; charset=utf-8'],
    ['other', 'application/octet-stream; charset=utf-8'],
  ])('format %s is %s', async (format, contentType) => {
    const name = await world.template('  <b>{{ request.params.who }}</b>  ');
    for (const method of ['GET', 'POST']) {
      const query = { who: 'Ann', ...(format === undefined ? {} : { format }) };
      const answer = await world.callers.user({ method, path: `/v1/template/${name}`, query });
      expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([
        200,
        contentType,
        '<b>Ann</b>',
      ]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-frame-options')).toBeNull();
    }
  });

  it('prints a QR code as SVG and as PNG', async () => {
    const path = `/v1/template/${await world.template('https://example.com/{{ request.params.n }}')}`;
    const svg = await admin({ method: 'GET', path, query: { n: 1, format: 'qrcode' } });
    expect(svg.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(svg.text).toMatch(/^<svg [^>]*width="(\d+)" height="\1"/);
    const png = await admin({ method: 'GET', path, query: { n: 1, format: 'qrcode_png' } });
    expect([png.status, png.text.slice(1, 4)]).toEqual([200, 'PNG']);
    const long = await admin({ method: 'GET', path, query: { n: 'x'.repeat(4000), format: 'qrcode' } });
    expect(long.json).toMatchObject({ status: 400, error: 'The text is too long for a QR code' });
  });

  it('answers an error that the template reports as all errors', async () => {
    const data =
      "{{ report.add_error('no such thing') }}{{ report.status(409) }}{{ report.headers('X-Mine' = 'v') }}text";
    const path = `/v1/template/${await world.template(data)}`;
    const answer = await admin({ method: 'GET', path, query: { format: 'html' } });
    expect(answer.json).toEqual({ status: 409, error: 'no such thing', request_id: expect.any(String) });
    expect([answer.status, answer.headers.get('x-mine')]).toEqual([409, 'v']);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('answers with the status that the template reports, in any format', async () => {
    const path = `/v1/template/${await world.template('{{ report.status(202) }}text')}`;
    for (const query of [{}, { format: 'json' }])
      expect((await admin({ method: 'GET', path, query })).status).toBe(202);
    const enveloped = await admin({ method: 'GET', path, query: { format: 'default' } });
    expect([enveloped.status, enveloped.json?.status, enveloped.json?.data]).toEqual([202, 202, ['text']]);
  });

  it('puts the text into the envelope for any other format', async () => {
    const path = `/v1/template/${await world.template('text')}`;
    const { json } = await admin({ method: 'GET', path, query: { format: 'default' } });
    expect(json).toMatchObject({ data: ['text'], items: 1, status: 200 });
  });

  it('names the download of format other', async () => {
    const path = `/v1/template/${await world.template('text')}`;
    const answer = await admin({ method: 'GET', path, query: { format: 'other', filename: 'a "b".txt' } });
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="a _b_.txt"');
  });

  it('reads arguments of the query, a form and JSON, of which the query wins', async () => {
    const path = `/v1/public/${await world.template('{{ request.params.a }}{{ request.params.b }}', { allow_public: true })}`;
    expect((await nobody({ method: 'POST', path, query: { a: 1 }, body: { a: 2, b: 3 } })).text).toBe('13');
    expect((await nobody({ method: 'POST', path, query: { a: 1 }, form: { a: '2', b: '3' } })).text).toBe('13');
  });

  it('answers an error of rendering as JSON in every format', async () => {
    const path = `/v1/template/${await world.template('{{ THROW shop "closed" }}')}`;
    const answer = await admin({ method: 'GET', path, query: { format: 'html' } });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.json).toMatchObject({ status: 400, error: expect.stringContaining('Template render error') });
  });

  it('prints rows of any resource in a format', async () => {
    const query = { user_id: 1, fields: 'user_id,login' };
    const answer = await admin({ method: 'GET', path: '/v1/admin/user', query: { ...query, format: 'json' } });
    expect(answer.json).toEqual({ user_id: 1, login: 'admin' });
  });
});
