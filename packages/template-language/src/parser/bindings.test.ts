import { describe, expect, it } from 'vitest';
import { Engine } from '../index.ts';

const render = (source: string, variables: object = {}, options = {}) => new Engine(options).render(source, variables);

const templates: Readonly<Record<string, string>> = {
  set: '{{ a = 2 }}',
  show: '{{ q }}',
  loops: '{{ FOREACH q IN l; q; END }}',
  calls: '{{ FOREACH q IN l; q; m; END }}',
};

// Generated code remembers variables that nothing changes; each of these changes one.
describe('variables that a template changes while it reads them', () => {
  it.each<[string, string]>([
    ['{{ a; a = 2; a }}', '12'],
    ['{{ a; DEFAULT a = 2; z = a; (a = 3); a }}', '133'],
    ['{{ a; $k = 2; a }}', '12'],
    ['{{ a; PROCESS set; a }}', '12'],
    ['{{ a; INCLUDE set; a }}', '11'],
    ['{{ a; t = "a = 2"; x = "{" _ "{ $t }" _ "}"; x | eval; a }}', '12'],
    ['{{ a; import({ a = 2 }); a }}', '12'],
    ['{{ a; FOREACH a IN l; a; END; a }}', '1344'],
    ['{{ a; a FOREACH a IN l; a }}', '1344'],
    ['{{ FOREACH a IN l; a; FOREACH a IN m; a; END; a; END }}', '377477'],
    ['{{ FOREACH a IN l; a; a = 9; a; END }}', '3949'],
    ['{{ FOREACH i IN l; FOREACH rows; a; END; a; i; END }}', '513514'],
    ['{{ FOREACH i IN l; loop.count; FOREACH j IN m; loop.size; END; loop.count; END }}', '111212'],
    ['{{ FOREACH i IN l; loop = h; loop.x; END }}', '66'],
    ['{{ FOREACH a IN s; a.trim; "[$a]"; END }}', 'x[x]'],
    ['{{ s.0; s.0.trim; s.0 }}', ' x xx'],
    ['{{ TRY; error; THROW q 7; CATCH; error.info; END; e.info }}', '77'],
    ['{{ MACRO a BLOCK; "m"; END; a; a }}', 'mm'],
    ['{{ FOREACH f IN fs; f; f; END }}', '1122'],
    ['{{ h.x; h.x = 2; h.x }}', '62'],
    ['{{ FOREACH q IN l; q; END; q }}', '344'],
    ['{{ FOREACH q IN l; q; END; n = "q"; $n }}', '344'],
    ['{{ FOREACH q IN l; q; INCLUDE show; END }}', '3344'],
    ['{{ PROCESS loops; q }}', '344'],
    ['{{ MACRO m BLOCK; q; END; PROCESS calls }}', '3344'],
    ['{{ TRY; FOREACH q IN l; q; THROW x; END; CATCH; q; END }}', '33'],
    ['{{ FOREACH q IN fs; q; END }}', '12'],
    ['{{ self.a = 2; a; self.a = 3; a }}', '23'],
  ])('%s', async (source, expected) => {
    const variables: Record<string, unknown> = {
      a: 1,
      k: 'a',
      l: [3, 4],
      m: [7],
      s: [' x '],
      h: { x: 6 },
      rows: [{ a: 5 }],
      fs: [() => 1, () => 2],
    };
    variables.self = variables;
    const load = (name: string) => templates[name];
    expect(await render(source, variables, { load })).toBe(expected);
  });

  it('reads again what a function of the host has changed', () => {
    const variables: Record<string, unknown> = { a: 1 };
    variables.f = () => {
      variables.a = Number(variables.a) + 1;
      return '-';
    };
    expect(new Engine().compile('{{ a; a; f; a; f; a }}').renderSync(variables)).toBe('11-2-3');
  });

  it('waits for items that are promises, and for what functions among them answer', async () => {
    const l = [Promise.resolve({ n: 1 }), { n: 2 }, () => Promise.resolve({ n: 3 })];
    expect(await render('{{ FOREACH i IN l; i.n; i.n; END }}', { l })).toBe('112233');
  });
});
