// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${} is syntax of the templates under test
import { describe, expect, it } from 'vitest';
import { Engine, hostObject, TemplateError, TemplateSyntaxError } from './index.ts';

class Secret {
  visible = 'v';
  get hidden() {
    return 'leak';
  }
  method() {
    return 'leak';
  }
}

const variables = () => ({
  text: 'abc',
  list: [1, 2],
  hash: { a: 1 },
  fn: () => 'called',
  secret: new Secret(),
  getter: {
    get x() {
      return 'leak';
    },
  },
  host: hostObject({ get: (name) => (name === 'open' ? 'o' : undefined) }),
});

/** Published ways out of other template engines, in this syntax. */
const escapes = [
  // handlebars: constructor and __lookupGetter__ chains
  "{{ text.constructor.constructor('return process')() }}",
  "{{ list.constructor.constructor('return 1') }}",
  '{{ hash.__proto__.polluted }}',
  "{{ hash.__defineGetter__('x', fn) }}",
  "{{ hash.__lookupGetter__('__proto__') }}",
  "{{ text.sub.apply(0, ['x']) }}",
  // nunjucks: range.constructor("...")()
  "{{ fn.constructor('return global.process.mainModule') }}",
  "{{ fn.call.constructor('return 1') }}",
  '{{ fn.prototype }}',
  // liquidjs: inherited members
  '{{ text.valueOf }}{{ list.__proto__ }}{{ hash.toString }}{{ hash.hasOwnProperty }}',
  // ejs: options and outputFunctionName
  '{{ settings.view.options }}{{ outputFunctionName }}',
  // pug and lodash: code injected through names of variables and blocks
  '{{ x = \'a\'; ${"constructor"}.name }}',
  "{{ key = 'constructor'; hash.$key }}{{ hash.${key} }}{{ text.${key} }}",
  "{{ key = ['constructor', '__proto__']; hash.$key.join('') }}",
  "{{ hash.item('__proto__') }}{{ hash.item('constructor') }}",
  '{{ globalThis }}{{ require }}{{ this }}{{ arguments }}{{ rt }}{{ units }}{{ s }}',
  '{{ secret.hidden }}{{ secret.method }}{{ secret.constructor }}',
  '{{ getter.x }}{{ getter.keys.join }}{{ FOREACH p IN getter }}{{ p.value }}{{ END }}',
  '{{ import(secret); hidden }}{{ method }}',
  '{{ host.constructor }}{{ host.handler }}{{ host.toString }}',
  '{{ fn.name }}{{ fn.toString }}{{ fn.bind }}',
];

describe('sandbox', () => {
  it.each(escapes)('%s reaches nothing', async (source) => {
    const output = await new Engine().render(source, variables()).catch((error: unknown) => {
      expect(error instanceof TemplateError || error instanceof TemplateSyntaxError).toBe(true);
      return '';
    });
    expect(output.replace(/called/g, '')).toBe('');
  });

  it('keeps names that have a meaning in JavaScript as data', async () => {
    const source =
      "{{ h = { '__proto__' = 1, constructor = 2, toString = 3 }; h.toString; h.constructor; h.keys.size; __proto__ = 5 }}";
    expect(await new Engine().render(source)).toBe('323');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('writes __proto__ of a hash of the host as data', async () => {
    const h = {};
    await new Engine().render("{{ k = 'a'; h.${'constructor'} = 1; h.import({ '__proto__' = 2 }) }}", { h });
    expect(Object.getPrototypeOf(h)).toBe(Object.prototype);
    expect(Object.hasOwn(h, 'constructor')).toBe(true);
  });

  it('does not run getters of variables', async () => {
    let runs = 0;
    const given = {
      get x() {
        runs += 1;
        return 1;
      },
    };
    expect(await new Engine().render('[{{ x }}{{ h.x }}]', Object.assign(given, { h: given }))).toBe('[]');
    expect(runs).toBe(0);
  });

  it.each(['\\u2028\'"`${x}\\', "');process.exit(1);('", '*/', '</script>', '\u2028\u2029'])(
    'passes %j through generated code as text',
    async (text) => {
      const quoted = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
      const engine = new Engine();
      expect(await engine.render(`x${text}y`)).toBe(`x${text}y`);
      expect(await engine.render(`{{ '${quoted}' }}`)).toBe(text);
      expect(await engine.render(`{{ h = { '${quoted}' = 1 }; h.keys.0 }}`)).toBe(text);
    },
  );
});
