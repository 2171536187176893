// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${} is syntax of the templates under test
import { describe, expect, it } from 'vitest';
import { Engine, handlerOf, hostObject, TemplateError } from '../index.ts';

const render = (source: string, variables: object = {}, options = {}) => new Engine(options).render(source, variables);
const renderSync = (source: string, variables: object = {}) => new Engine().compile(source).renderSync(variables);

// What Template Toolkit does too is recorded in ../conformance/views.json.
describe('objects of the host in a view', () => {
  const user = hostObject({ get: (name) => (name === 'name' ? 'Ann' : undefined), type: 'model::user' });
  const plain = hostObject({ get: () => undefined });

  it.each([
    ['prints with the block for the type that the object tells', "BLOCK model_user; 'U:'; item.name; END", 'U:Ann'],
    ['prints with the block for `object` where it tells none', "BLOCK object; 'O'; END", 'O', plain],
    ['prefers the map', "view.map.${'model::user'} = 'm'; BLOCK m; 'M'; END; BLOCK model_user; 'U'; END", 'M'],
    ['takes the default before the name of the type', "view.default = 'd'; BLOCK d; 'D'; END", 'D'],
  ])('%s', async (_, body, expected, item: object = user) => {
    expect(await render(`{{ VIEW v; ${body}; END; v.print(item) }}`, { item })).toBe(expected);
    expect(renderSync(`{{ VIEW v; ${body}; END; v.print(item) }}`, { item })).toBe(expected);
  });

  it('never finds a block by the name of a class', async () => {
    class Secret {
      readonly own = 1;
    }
    const view = "{{ VIEW v; BLOCK hash; item.keys.join; END; BLOCK Secret; 'leak'; END; END; v.print(item) }}";
    expect(await render(view, { item: new Secret() })).toBe('own');
  });

  it.each([
    ['at once', 'shown'],
    ['later', Promise.resolve('shown')],
  ])('calls their method `present` with the view, which answers %s', async (_, answer) => {
    const seen: unknown[] = [];
    const present = (...args: unknown[]) => {
      seen.push(...args);
      return answer;
    };
    const item = hostObject({ get: (name) => (name === 'present' ? present : undefined) });
    expect(await render("{{ VIEW v; END; v.print(item, 'x') }}", { item }, { blocks: { text: 'T' } })).toBe('shownT');
    expect(seen).toHaveLength(1);
    expect([Reflect.ownKeys(seen[0] as object), handlerOf(seen[0])]).toEqual([[], undefined]);
  });

  it('calls another method, or none, as the option `method` says', async () => {
    const item = hostObject({
      get: (name) => (name === 'show' ? () => 'S' : name === 'present' ? () => 'P' : undefined),
    });
    expect(await render("{{ VIEW v method='show'; END; v.print(item) }}", { item })).toBe('S');
    expect(await render("{{ VIEW v method=''; BLOCK object; 'O'; END; END; v.print(item) }}", { item })).toBe('O');
  });
});

describe('views and what has to be waited for', () => {
  const stored: Readonly<Record<string, string>> = { 'v/text': '<{{ item }}{{ p }}>', 'v/nf': '?' };
  const load = async (name: string) => stored[name];

  it('finds templates that are loaded', async () => {
    const source = "{{ VIEW v prefix='v/' notfound='nf'; END; v.print('a', 'b'); v.list; '!' }}";
    expect(await render(source, { p: Promise.resolve(1) }, { load })).toBe('<a1><b1>?!');
  });

  it('prints lists inside lists with promises in them', async () => {
    const source =
      "{{ VIEW v; BLOCK list; '('; FOREACH i IN item; view.print(i); END; ')'; END; BLOCK text; item; END; END; v.print(l) }}";
    expect(await render(source, { l: [1, Promise.resolve([2, [3]])] })).toBe('(1(2(3)))');
  });

  it('stores a view in what a promise gives', async () => {
    expect(await render('{{ VIEW h.v a=1; END; h.v.a; h.b }}', { h: Promise.resolve({ b: 2 }) })).toBe('12');
  });
});

describe('bounds of views', () => {
  it('ends views that print themselves', async () => {
    await expect(render('{{ VIEW v; BLOCK a; view.a; END; END; v.a }}')).rejects.toMatchObject({ limit: 'depth' });
  });

  it('refuses a view that is based on itself', async () => {
    const source = '{{ VIEW v; END; VIEW w base=v; v.unseal; x = v.unseal; v.base = w; END }}';
    await expect(render(source)).rejects.toMatchObject({ type: 'view', info: 'Invalid base specified for view' });
  });

  it('counts what is printed', async () => {
    const source = "{{ VIEW v; END; v.print('a', 'b', 'c') }}";
    const options = { blocks: { text: "{{ t = 'x'; t.repeat(1000) }}" }, limits: { textBytes: 2000 } };
    await expect(render(source, {}, options)).rejects.toMatchObject({ limit: 'textBytes' });
  });

  it('refuses a map that is no hash', async () => {
    await expect(render('{{ VIEW v map=1; END }}')).rejects.toBeInstanceOf(TemplateError);
  });
});
