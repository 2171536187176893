// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${} is syntax of the templates under test
import { describe, expect, it } from 'vitest';
import { Engine, hostObject, TemplateError, TemplateSyntaxError } from './index.ts';

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  '__lookupGetter__',
  'call',
  'apply',
  'bind',
  'caller',
  'callee',
  'then',
];

/** Every way in which a template can name a member, a variable or anything that is looked up by name. */
const routes: readonly ((name: string) => string)[] = [
  (name) => `${name}`,
  (name) => `\${'${name}'}`,
  (name) => `k = '${name}'; $k`,
  ...[
    'text',
    'number',
    'list',
    'hash',
    'fn',
    'host',
    'map',
    'loop',
    'error',
    'global',
    'component',
    'template',
    'made',
    'made.data',
    'made.map',
  ].flatMap((owner): ((name: string) => string)[] => [
    (name) => `${owner}.${name}`,
    (name) => `${owner}.${name}('x')`,
    (name) => `${owner}.${name}.constructor('return 1')`,
    (name) => `${owner}.\${'${name}'}`,
    (name) => `k = '${name}'; ${owner}.$k; ${owner}.$k()`,
    (name) => `k = ['${name}', 'constructor']; ${owner}.$k.join('')`,
    (name) => `"$${owner}.${name}"`,
    (name) => `seen(${owner}.${name}, ${owner}.\${'${name}'})`,
    (name) => `x = \\${owner}.${name}; x`,
    (name) => `IF ${owner}.${name}; 'reached'; END`,
    (name) => `FOREACH i IN ${owner}.${name}; 'reached'; END`,
  ]),
  (name) => `hash.item('${name}'); text.item('${name}').${name}`,
  (name) => `list.pluck('${name}').join(''); rows.pluck('${name}').join('')`,
  (name) => `x = rows.sort('${name}'); y = rows.sort_by_key('${name}'); x.size == 2 && y.size == 2 ? '' : 'changed'`,
  (name) => `IF hash.exists('${name}') || hash.defined('${name}'); 'reached'; END`,
  (name) => `hash.delete('${name}'); hash.${name}`,
  (name) => `x = { a = 1 }; x.${name}; x.\${'${name}'}.y = 1; y`,
  (name) => `rows.0.${name}.polluted = 'p'; rows.1.polluted; polluted`,
  (name) => `fn.${name}.polluted = 'p'; list.${name}.polluted = 'p'; text.${name}.polluted = 'p'; hash2.polluted`,
  (name) => `'text' | ${name}`,
  (name) => `USE x = ${name}; x`,
  (name) => `INCLUDE ${name}`,
  (name) => `INSERT '${name}'`,
  (name) => `import(fn); import(list); import(text); ${name}`,
  (name) => `h = { a = 1 }; h.import(fn); h.${name}`,
  (name) => `TRY; THROW ${name} 'x'; CATCH; error.${name}; END`,
  (name) => `FOREACH hash; ${name}; END`,
];

describe('no route leads to what is inherited', () => {
  const natives = () =>
    JSON.stringify([Object.prototype, Array.prototype, Function.prototype].map((p) => Reflect.ownKeys(p).map(String)));
  const before = natives();

  it.each(names)('%s', async (name) => {
    for (const route of routes) {
      const source = `{{ VIEW made notfound='none'; BLOCK none; END; END; ${route(name)} }}`;
      const seen: unknown[] = [];
      const output = await new Engine({ load: () => undefined }).render(source, given(seen)).catch(known);
      expect([source, output]).toEqual([source, '']);
      for (const value of seen) expect(['', undefined]).toContain(value);
    }
    expect(natives()).toBe(before);
  });
});

function given(seen: unknown[]): object {
  return {
    text: 'abc',
    number: 5,
    list: [1, 2],
    hash: { a: '' },
    hash2: {},
    rows: [{ a: 1 }, { a: 2 }],
    map: new Map([['a', 1]]),
    fn: () => '',
    seen: (...values: unknown[]) => {
      seen.push(...values);
      return '';
    },
    host: hostObject({ get: () => undefined }),
  };
}

function known(error: unknown): string {
  expect(error instanceof TemplateError || error instanceof TemplateSyntaxError).toBe(true);
  return '';
}

describe('what the host has inherited stays unseen', () => {
  function clean(): void {
    Reflect.deleteProperty(Object.prototype, 'leak');
    Reflect.deleteProperty(Array.prototype, 'leak');
  }

  it('in variables, members, loops, filters, plugins and methods', async () => {
    Object.defineProperty(Object.prototype, 'leak', { value: () => 'LEAK', configurable: true, enumerable: true });
    Object.defineProperty(Array.prototype, 'leak', { value: 'LEAK', configurable: true, enumerable: true });
    const source =
      "{{ leak; h.leak; l.leak; t.leak; r.0.leak; h.keys.join; loop.leak; global.leak; h.item('leak'); FOREACH p IN h; p.key; END }}" +
      "{{ FOREACH i IN r; i.leak; loop.leak; END; TRY; 'x' | leak; CATCH; 'none'; END; TRY; USE leak; CATCH; 'none'; END }}";
    const output = await new Engine().render(source, { h: { a: 1 }, l: [1], t: 't', r: [{}] }).finally(clean);
    expect(output).toBe('aanonenone');
  });

  it('members of classes, accessors that were added later, and proxies', async () => {
    class Base {
      inherited() {
        return 'LEAK';
      }
      get accessor() {
        return 'LEAK';
      }
    }
    class Row extends Base {
      own = 'own';
    }
    const late: Record<string, unknown> = { x: 'data' };
    const template = new Engine().compile('{{ FOREACH r IN rows; r.own; r.inherited; r.accessor; r.x; END; late.x }}');
    expect(template.renderSync({ rows: [new Row()], late })).toBe('owndata');
    Object.defineProperty(late, 'x', { get: () => 'LEAK' });
    expect(
      template.renderSync({
        rows: [
          new Row(),
          {
            get own() {
              return 'LEAK';
            },
          },
        ],
        late,
      }),
    ).toBe('own');
  });
});

describe('published escapes of other engines', () => {
  it.each([
    // handlebars: CVE-2019-19919, CVE-2019-20920, CVE-2021-23369, CVE-2021-23383
    "{{ constructor.name.constructor('return process.env')() }}",
    "{{ hash.__defineGetter__('undefined', fn) }}{{ hash.undefined }}",
    "{{ lookup(hash, 'constructor'); hash.lookup('constructor') }}",
    "{{ x = 'constructor'; y = text.sub; y.$x('return 1') }}",
    "{{ split = text.split; CALL split.pop; split.push('return 1'); conslist = text.split('b'); conslist.constructor }}",
    // nunjucks: range.constructor, cycler, joiner; CVE-2023-2142
    '{{ range.constructor(\'return global.process.mainModule.require("child_process")\')() }}',
    '{{ cycler.constructor }}{{ joiner.constructor }}{{ self._TemplateReference__context }}',
    "{{ list.0.constructor.constructor('return 1')() }}",
    // liquidjs: CVE-2022-25948, inherited members through filters
    "{{ list | map('constructor') }}",
    "{{ list.pluck('constructor').join; list.sort('constructor').0.constructor }}",
    // ejs: CVE-2022-29078, settings[view options][outputFunctionName]
    "{{ settings.${'view options'}.outputFunctionName = 'x;process.exit(1);s'; settings.size == 1 ? '' : 'x' }}",
    "{{ outputFunctionName = 'a;throw 1;'; escapeFunction = '1;throw 2'; client = 1; '' }}",
    "{{ hash.${'__proto__'}.outputFunctionName = 'x'; hash2.outputFunctionName }}",
    // pug: CVE-2021-21353, code in `pretty`, `block`, `line`
    "{{ pretty = \"');process.exit(1);//\"; line = 'process.exit(1)'; block = 'x'; '' }}",
    "{{ BLOCK '\"];process.exit(1);//' }}x{{ END }}",
    "{{ MACRO x(a) BLOCK }}{{ END }}{{ x('${process.exit(1)}') }}",
    // lodash: CVE-2021-23337, `variable` and `imports`
    "{{ variable = '){console.log(process.env)}; with(obj'; imports = { a = 1 }; sourceURL = '\\u2028process.exit(1)'; '' }}",
    "{{ h = { ']);process.exit(1);([' = 1, '${process}' = 2 }; h.size == 2 ? '' : 'x' }}",
    // angular and vue style chains
    "{{ text.constructor.fromCharCode(65) }}{{ number.constructor.constructor('alert(1)')() }}",
    '{{ fn.constructor.prototype.x = 1 }}{{ hash2.x }}',
    // tokens that would end the generated text
    '{{ "\u2028" == "x" }}{{ \'*/ process.exit(1) /*\' == "x" }}{{ "`${1}`" == "x" }}',
  ])('%s', async (source) => {
    const seen: unknown[] = [];
    const output = await new Engine().render(source, given(seen)).catch(known);
    expect(output.replace(/^\d$/, '')).toBe('');
  });
});
