import { addTemplate, addUser, type Fault, type JsonObject, type RawReply } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, type PrintOptions, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let userId: number;
beforeAll(async () => {
  system = await TestSystem.start();
  const { rows } = await system.call(addUser, { login: 'plain', password: 'plain-secret' });
  userId = (rows[0] as { user_id: number }).user_id;
});
afterAll(() => system.stop());

async function outcome(data: string, options: PrintOptions = {}): Promise<RawReply & { error?: string }> {
  try {
    return await system.render(await system.save(data, options.settings), options);
  } catch (error) {
    const { status, message } = error as Fault;
    return { status, error: message, body: '' };
  }
}

/** The table of templates.md 1.5 and what decisions.md says of it. */
describe('templates over HTTP', () => {
  const publicCall = (settings: JsonObject): PrintOptions => ({ caller: as.nobody(), settings });

  it('404 for an unknown name, GET and POST', async () => {
    for (const method of ['GET', 'POST']) {
      await expect(system.render('none', { method })).rejects.toMatchObject({
        status: 404,
        message: 'Template not found',
      });
    }
  });

  it.each([0, false, '', null])('400 for a template whose allow_public is %j', async (allow) => {
    expect(await outcome('x', publicCall({ allow_public: allow }))).toMatchObject({
      status: 400,
      error: 'Permission denied: template is not public',
    });
  });

  it.each([1, true, 'true'])('renders a template whose allow_public is %j', async (allow) => {
    expect((await outcome('x', publicCall({ allow_public: allow }))).body).toBe('x');
  });

  it('400 for a user where deny_for_http_user is set, and an answer for an administrator', async () => {
    const settings = { deny_for_http_user: true };
    expect(await outcome('x', { settings, caller: as.user(userId) })).toMatchObject({
      status: 400,
      error: 'Template is not allowed for http use by user',
    });
    expect((await outcome('x', { settings })).body).toBe('x');
  });

  it('the source for public calls where no_parse is set', async () => {
    expect((await outcome('{{ 1 }}', publicCall({ allow_public: true, no_parse: true }))).body).toBe('{{ 1 }}');
  });

  it('400 with the engine’s text, template and line for a render error', async () => {
    const { status, error } = await outcome('ok\n{{ THROW mine "info" }}');
    expect(status).toBe(400);
    expect(error).toMatch(/^Template render error: mine error - info at t-\w+ line 2$/);
    expect((await outcome('{{ 1 / 0 }}')).error).toContain('Template render error: undef error - ');
    expect((await outcome('{{ INCLUDE nosuch }}')).error).toContain('file error - nosuch: not found');
    expect((await outcome("{{ INCLUDE '/etc/passwd' }}")).error).toContain('absolute paths are not allowed');
  });

  it('400 for an endless WHILE and for a limit', async () => {
    expect(await outcome('{{ WHILE 1 }}{{ END }}')).toMatchObject({ status: 400 });
    expect(await outcome('{{ MACRO m BLOCK }}{{ m }}{{ END }}{{ m }}')).toMatchObject({ status: 400 });
  });

  it('an empty text for an undefined variable, and blanks cut at both ends', async () => {
    expect((await outcome('\n  {{ nosuch }} a {{ nosuch.member }} \n')).body).toBe('a');
  });

  it('reads usi, event_name and dry_run as SHM does, and never data or tags', async () => {
    const params = { event_name: 'create', START_TAG: '<', END_TAG: '>', vars: 'x', data: 'y', do_not_parse: '1' };
    expect((await outcome('{{ event_name }}<x>', { params })).body).toBe('CREATE<x>');
  });
});

describe('report', () => {
  it('answers the first error as JSON with status and headers', async () => {
    const source =
      "{{ report.headers( 'X-Mine' = 'v', status = 302, location = 'https://example.org/' ) }}{{ report.add_error('first') }}{{ report.add_error('second') }}text";
    expect(await outcome(source)).toMatchObject({
      status: 302,
      headers: { 'x-mine': 'v', location: 'https://example.org/' },
      error: 'first',
    });
    expect(await outcome("{{ report.error('no') }}")).toMatchObject({ status: 400 });
  });
  it('sets status and headers of a successful answer, and prints nothing', async () => {
    expect(await outcome("{{ report.status(202) }}{{ report.headers( 'X-Mine' = 'v' ) }}done")).toMatchObject({
      status: 202,
      headers: { 'x-mine': 'v' },
      body: 'done',
    });
  });
  it.each(['Set-Cookie', 'Content-Length', 'Trailer', 'Keep-Alive', 'bad name'])(
    'refuses the header %s',
    async (name) => {
      expect((await outcome(`{{ report.headers( '${name}' = 'v' ) }}`)).status).toBe(400);
    },
  );
  it.each(['text/css', 'text/css; charset=utf-8', 'multipart/mixed; boundary="a b"'])(
    'takes the type %s',
    async (type) => {
      expect(await outcome(`{{ report.headers( 'Content-Type' = '${type}' ) }}`)).toMatchObject({ contentType: type });
    },
  );
  it.each(['', 'garbage', ';;', 'text/css; charset', 'text/css,text/html'])('refuses the type "%s"', async (type) => {
    const { status, error } = await outcome(`{{ report.headers( 'Content-Type' = '${type}' ) }}`);
    expect([status, error]).toEqual([400, expect.stringContaining('report.headers: expected a content-type')]);
  });
  it('refuses line breaks in values', async () => {
    expect((await outcome('{{ report.headers( "X-A" = "a\\nb" ) }}')).status).toBe(400);
  });
});

describe('writes', () => {
  const write = '{{ user.set_settings({ mark = request.params.mark }) }}{{ user.settings.mark }}';
  const allowed = { allow_write: true };

  it('are refused by name without allow_write, signed in or public', async () => {
    expect((await outcome(write)).error).toContain(
      'user.set_settings writes: the settings of the template do not say allow_write',
    );
    const publicWrite = "{{ u = user.switch(1) }}{{ u.set_settings({ mark = 'x' }) }}";
    expect(await outcome(publicWrite, { settings: { allow_public: true }, caller: as.nobody() })).toMatchObject({
      status: 400,
    });
  });
  it('are done with allow_write, and seen afterwards in the same render', async () => {
    expect((await outcome(write, { settings: allowed, caller: as.user(userId), params: { mark: 'm1' } })).body).toBe(
      'm1',
    );
    expect((await outcome('{{ user.settings.mark }}', { caller: as.user(userId) })).body).toBe('m1');
  });
  it('are refused in a dry run and for a GET from another site', async () => {
    const params = { dry_run: '1', mark: 'no' };
    expect((await outcome(write, { settings: allowed, params })).error).toContain('dry_run was asked for');
    const caller = { ...as.user(userId), crossSiteCookie: true };
    expect((await outcome(write, { settings: allowed, caller })).error).toContain('the request came from another site');
    expect((await outcome(write, { settings: allowed, caller, method: 'POST', params: { mark: 'm2' } })).body).toBe(
      'm2',
    );
  });
  it('credit payments that are seen at once', async () => {
    const source =
      "{{ u = user.switch(request.params.uid) }}{{ p = u.payment( money = 12.5, pay_system_id = 'test', uniq_key = 'k1' ) }}{{ p.money }}|{{ u.balance }}|{{ u.pays.last.money }}";
    const settings = { allow_public: true, allow_write: true };
    const options = { settings, caller: as.nobody(), params: { uid: String(userId) } };
    expect((await outcome(source, options)).body).toBe('12.5|12.5|12.5');
    expect((await outcome(source, options)).body).toBe('12.5|12.5|12.5');
  });
});

describe('a signed-in administrator', () => {
  it('renders as another user with user_id, and with empty fields for an unknown one', async () => {
    expect((await outcome('{{ user.id }}{{ user.login }}', { caller: as.admin(userId) })).body).toBe(`${userId}plain`);
    expect((await outcome('<{{ user.id }}{{ user.login }}>', { caller: as.admin(99_999) })).body).toBe('<>');
  });
});

describe('large answers', () => {
  it('of 20 MB arrive whole', async () => {
    const line = 'x'.repeat(1023);
    const source = `{{ FOR n IN [1..${20 * 1024}] }}${line};{{ END }}`;
    const { body } = await outcome(source);
    expect(body).toHaveLength(20 * 1024 * 1024);
    expect(body.endsWith(`${line};`)).toBe(true);
  }, 60_000);
  it('beyond the limit are 400', async () => {
    const source = `{{ FOR n IN [1..40] }}${'x'.repeat(1024 * 1024)}{{ END }}`;
    expect(await outcome(source)).toMatchObject({ status: 400, error: expect.stringContaining('outputBytes') });
  }, 60_000);
});

describe('stored text', () => {
  it('reaches other templates by INCLUDE and tpl', async () => {
    await system.call(addTemplate, { id: 'Foot/er', data: 'by {{ who }}', settings: { a: 'b' } });
    expect(await outcome("{{ INCLUDE './foot/er.tpl' who = 'me' }}")).toMatchObject({ body: 'by me' });
    expect((await outcome("{{ tpl.id('foot/er').settings.a }}{{ tpl.id('none').id }}")).body).toBe('b');
  });
});
