import { describe, expect, it } from 'vitest';
import { Engine, hostObject, TemplateError, TemplateSyntaxError } from './index.ts';

const render = (source: string, variables: object = {}, options = {}) => new Engine(options).render(source, variables);

// template-engine.md, in its order.
describe('rules of the engine', () => {
  it.each<[string, object, string]>([
    ['{{ t }}{{ f }}{{ IF f }}x{{ END }}{{ n }}{{ u }}', { t: true, f: false, n: null, u: undefined }, '10'],
    ['{{ global.x = 1; global.x }}{{ e }}{{ true }}', { global: { y: 2 }, e: 'E', true: 'T' }, '1ET'],
    ['{{ INCLUDE $n }}', { n: 'b' }, 'B'],
    ['{{ component.name }}/{{ template.name }}', {}, 'input text/input text'],
    ['{{ x = \\l.join; x("-") }}', { l: [1, 2] }, '1-2'],
    ["{{ 'q' => 1, r = 2; q; r }}", {}, '12'],
    ['{{ import(h); a }}', { h: { a: 7 } }, '7'],
    ['{{ TRY; THROW x; CATCH; error.type; error.info; END }}', {}, 'undefx'],
    [
      '{{ TRY; THROW a 1 2 k=3; CATCH; error.info.0; error.info.1; error.info.k; error.info.args.size; END }}',
      {},
      '1232',
    ],
    ['{{ "a" | nosuch IF 0 }}ok', {}, 'ok'],
    ["{{ h.delete('a'); h.size; h.import({b=1}); h.b }}", { h: { a: 1 } }, '01'],
    ["{{ h.exists('a') }}", { h: { a: null } }, '1'],
    ['{{ l.pluck("a").join }}', { l: [{ a: 1 }, { b: 2 }, { a: 3 }] }, '1 3'],
    ["{{ FOREACH i IN l.sort_by_key(a = 'desc'); i.a; END }}", { l: [{ a: 2 }, {}, { a: 10 }] }, '102'],
    ['{{ $n }}{{ $n = 2 }}{{ q.r.s }}', { n: 'q.r.s', q: Promise.resolve({ r: Promise.resolve({ s: 1 }) }) }, '12'],
    ['[{{ $n }}{{ $m }}]', { n: 'q._s', m: 'q.constructor.name', q: { _s: 1 } }, '[]'],
    ['{{ BLOCK }}{{ a.b }}{{ RETURN }}x{{ END }}y', { a: Promise.resolve({ b: 1 }) }, '1y'],
    ["{{ 'a.b'.length }}{{ x }}", {}, ''],
  ])('%s', async (source, variables, expected) => {
    const output = await render(source, variables, { blocks: { b: 'B' } }).catch((error: unknown) => {
      if (error instanceof TemplateSyntaxError) return '';
      throw error;
    });
    expect(output).toBe(expected);
  });

  it('hands functions their arguments and one plain object of the named ones', async () => {
    const seen: unknown[] = [];
    await render("{{ CALL f(1, nope, [1], k = 2, 'a-b' = {c=3}) }}", { f: (...args: unknown[]) => seen.push(...args) });
    expect(seen).toEqual([1, '', [1], { k: 2, 'a-b': { c: 3 } }]);
    expect(Object.getPrototypeOf(seen[3])).toBeNull();
  });

  it('changes lists of the host in place and keeps host objects the same', async () => {
    const list = [1];
    const host = hostObject({ get: () => undefined });
    const got: unknown[] = [];
    await render('{{ list.push(2); f(host) }}', { list, host, f: (value: unknown) => got.push(value) });
    expect(list).toEqual([1, 2]);
    expect(got[0]).toBe(host);
  });

  it('never runs an effect twice', async () => {
    let calls = 0;
    const list: number[] = [];
    const variables = {
      list,
      f: () => {
        calls += 1;
        return Promise.resolve(calls);
      },
      g: () => 1,
    };
    expect(
      await render('{{ g }}{{ list.push(1) }}{{ f }}{{ f }}{{ INCLUDE x }}', variables, { load: () => '{{ f }}' }),
    ).toBe('1123');
    expect(calls).toBe(3);
    expect(list).toEqual([1]);
  });

  it('refuses promises in renderSync, and a template cannot catch that', () => {
    const template = new Engine().compile('{{ TRY; p; CATCH; "caught"; END }}');
    expect(() => template.renderSync({ p: Promise.resolve(1) })).toThrow(/waited for/);
    expect(template.renderSync({ p: 2 })).toBe('2');
  });

  it('streams asynchronous iterables and closes them', async () => {
    let closed = false;
    async function* numbers() {
      try {
        for (let n = 1; ; n += 1) yield n;
      } finally {
        closed = true;
      }
    }
    expect(await render('{{ FOREACH n IN s; LAST IF n == 4; n; END }}', { s: numbers() })).toBe('123');
    expect(closed).toBe(true);
  });

  it('calls host objects, walks them and their keys', async () => {
    const calls: unknown[] = [];
    const host = hostObject({
      get: (name) =>
        name === 'fn' ? (...args: unknown[]) => args.length : name === 'p' ? Promise.resolve('P') : undefined,
      call: (name, args) => calls.push([name, args]),
      iterate: () => [1, 2],
    });
    const output = await render(
      '{{ h.fn }}{{ h.p }}{{ h.go(1, a=2) }}{{ FOREACH i IN h; i; END }}{{ h }}{{ IF h; "t"; END }}',
      { h: host },
    );
    expect(output).toBe('0P112t');
    expect(calls).toEqual([['go', [1, { a: 2 }]]]);
  });

  it('asks the list of a host object for list methods and indexes', async () => {
    let asked = 0;
    const host = (list: () => unknown[] | Promise<unknown[]>) =>
      hostObject({
        get: (name) => (name === 'first' ? 'own' : undefined),
        list: () => {
          asked += 1;
          return list();
        },
      });
    const source = '{{ h.first }},{{ h.1 }},{{ h.last }},{{ h.sort.reverse.join("") }},{{ h.nosuch }}{{ h }}';
    const items = ['b', 'a', 'c'];
    expect(await render(source, { h: host(() => Promise.resolve(items)) })).toBe('own,a,c,cba,');
    expect(asked).toBe(4);
    expect(new Engine().compile(source).renderSync({ h: host(() => items) })).toBe('own,a,c,cba,');
    const broken = host(() => Promise.reject(new Error('away')));
    expect(await render('{{ TRY; h.last; CATCH; error.info; END }}', { h: broken })).toBe('away');
  });

  it('orders host objects by their members', async () => {
    const host = (rank: number, name: unknown) =>
      hostObject({ get: (member) => (member === 'rank' ? rank : member === 'name' ? () => name : undefined) });
    const l = [host(10, Promise.resolve('b')), { rank: 1, name: 'C' }, host(9, 'a'), host(9, 'A0')];
    const ranks = (method: string) => render(`{{ FOREACH i IN l.${method}; i.rank; i.name; ' '; END }}`, { l });
    expect(await ranks("nsort('rank')")).toBe('1C 9a 9A0 10b ');
    expect(await ranks("sort('name')")).toBe('9a 9A0 10b 1C ');
    expect(await ranks("nsort('rank', 'nosuch').reverse")).toBe('10b 9A0 9a 1C ');
  });

  it('knows the size of a host object that is walked, where it says so', async () => {
    const host = (size?: number) => hostObject({ get: () => undefined, iterate: () => [7, 8].values(), size });
    const source = '{{ FOREACH i IN h; loop.size; loop.max; END }}';
    expect(await render(source, { h: host(2) })).toBe('2121');
    expect(await render(source, { h: host() })).toBe('');
  });

  it('gives errors of functions the type undef and their own message', async () => {
    const f = () => {
      throw new Error('broken');
    };
    expect(await render('{{ TRY; f; CATCH undef; error.info; END }}', { f })).toBe('broken');
    await expect(render('\n{{ f }}', { f })).rejects.toMatchObject({ type: 'undef', info: 'broken', line: 2 });
    const g = () => {
      throw new TemplateError('payment', 'declined');
    };
    expect(await render('{{ TRY; g; CATCH payment; error; END }}', { g })).toBe('payment error - declined');
  });

  it('raises syntax errors of loaded templates with type file', async () => {
    const options = { load: () => '{{ IF }}' };
    expect(await render('{{ TRY; INCLUDE x; CATCH file; error.info; END }}', {}, options)).toMatch(
      /^parse error - x line 1/,
    );
  });

  it('says where a syntax error is', () => {
    const compile = () => new Engine().compile('a\nb {{ x y }}', { name: 'page' });
    expect(compile).toThrow(TemplateSyntaxError);
    expect(compile).toThrow('parse error - page line 2: unexpected token (y)\n  [% x y %]');
    try {
      compile();
    } catch (error) {
      expect(error).toMatchObject({ name: 'page', line: 2, column: 8, excerpt: 'b {{ x y }}' });
    }
  });

  it('reads dashed members after the given paths only', async () => {
    const request = { headers: { 'x-webhook-secret': 's', x: 9 } };
    const options = { dashedMembersOf: ['request.headers'] };
    expect(await render("{{ request.headers.x-webhook-secret == 's' }}", { request }, options)).toBe('1');
    expect(await render('{{ request.headers.x - 4 }}', { request }, options)).toBe('5');
    expect(await render('{{ a.b-a.c }}', { a: { b: 5, c: 2 } }, options)).toBe('3');
  });

  it('loads templates by their names as written, inserts their text', async () => {
    const names: string[] = [];
    const load = async (name: string) => {
      names.push(name);
      return name === 'none' ? undefined : `<${name} {{ 1 }}>`;
    };
    expect(
      await render('{{ INCLUDE ./a.tpl }}{{ INSERT b + c }}', {}, { load }).catch((e: Error) => e.message),
    ).toBeDefined();
    expect(await render("{{ INCLUDE 'a.tpl' }}{{ INSERT b + c }}", {}, { load })).toBe(
      '<a.tpl 1><b {{ 1 }}><c {{ 1 }}>',
    );
    await expect(render('{{ INCLUDE none }}', {}, { load })).rejects.toMatchObject({
      type: 'file',
      info: 'none: not found',
    });
  });

  it('takes filters, methods, plugins and variables of the host', async () => {
    const options = {
      variables: { a: 1, b: 2 },
      filters: { twice: (text: string, n?: unknown) => text + text + String(n ?? '') },
      textMethods: { shout: (self: unknown) => `${String(self)}!`, length: () => 'own' },
      listMethods: { second: (self: unknown) => (self as unknown[])[1] },
      hashMethods: { names: (self: unknown) => Object.keys(self as object).length },
      plugins: { math: (x: unknown) => ({ x }) },
    };
    const source =
      '{{ a }}{{ b }}{{ "x" | twice(3) }}{{ t.shout }}{{ t.length }}{{ l.second }}{{ h.names }}{{ USE m = math(4); m.x }}';
    expect(await render(source, { b: 3, t: 't', l: [1, 8], h: { q: 1 } }, options)).toBe('13xx3t!own814');
  });

  it('replaces look-around and back-references by a clear error', async () => {
    await expect(render("{{ t.replace('(?=a)', '') }}", { t: 'a' })).rejects.toThrow("'(?=a)'");
    await expect(render("{{ t.match('(a)\\\\1') }}", { t: 'a' })).rejects.toThrow(TemplateError);
    expect(await render("{{ t.replace('\\w+', 'x') }}", { t: 'Привет, мир' })).toBe('x, x');
  });

  it('formats dates', async () => {
    expect(await render("{{ USE date; date.format('2024-02-03 04:05:06', '%d.%m.%Y %H:%M') }}")).toBe(
      '03.02.2024 04:05',
    );
    expect(await render('{{ USE date; date.format("2024-02-03T04:05:06") }}')).toBe('04:05:06 03-Feb-2024');
    expect(
      await render("{{ USE d = date(format = '%Y'); IF d.now > 1000000000; d.format(1e9); END }}").catch(() => ''),
    ).toBeDefined();
  });

  it('fails on Perl when it compiles', () => {
    expect(() => new Engine().compile('{{ PERL }}x{{ END }}')).toThrow('PERL is not supported');
  });

  it('tells what a template uses', () => {
    const used = new Engine().compile('{{ INCLUDE head; a.b.upper; l.join(",") }}').inspect();
    expect(used).toEqual({ variables: ['a', 'l'], templates: ['head'], methods: ['join', 'upper'] });
  });

  it('ends when its signal is aborted', async () => {
    const controller = new AbortController();
    const rendered = new Engine().render('{{ p }}', { p: new Promise(() => undefined) }, { signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(rendered).rejects.toThrow('gone');
  });
});
