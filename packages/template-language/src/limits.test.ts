import { afterAll, describe, expect, it } from 'vitest';
import { Engine, type Limits, TemplateLimitError } from './index.ts';

async function limitOf(source: string, limits: Partial<Limits>, variables: object = {}): Promise<unknown> {
  try {
    return `printed ${(await new Engine({ limits }).render(source, variables)).length} characters`;
  } catch (error) {
    if (error instanceof TemplateLimitError) return error.limit;
    throw error;
  }
}

const texts = {
  big: 'abc <d> '.repeat(100_000),
  wide: '😀é'.repeat(200_000),
  lines: 'a  b\n'.repeat(150_000),
  blanks: ' '.repeat(800_000),
  quotes: '\'"\\\n'.repeat(200_000),
};
const words = Array.from({ length: 50_000 }, (_item, index) => `k${(index * 7919) % 50_000}`);
const hashes = words.map((n, v) => ({ n, v }));
const longs = Array.from({ length: 50 }, () => 'y'.repeat(100_000));
const hash = Object.fromEntries(words.map((word, index) => [word, index]));

/** New lists and hashes, since statements change them. */
function longData(statement: string): object {
  const lists = { words: [...words], hashes: [...hashes], longs: [...longs] };
  return { ...texts, ...lists, hash: /\bhash\b/.test(statement) ? { ...hash } : {} };
}

const textMethods = [
  ...['length', 'trim', 'collapse', 'upper', 'lower', 'ucfirst', 'html', 'xml', 'squote', 'dquote', 'split'],
  ...[
    'substr(5, 7)',
    'substr(-7)',
    "substr(5, 7, 'x')",
    'chunk(3)',
    'chunk(-3)',
    "split('')",
    "split(',')",
    'repeat(2)',
  ],
  ...["replace('[a-z]+', 'x')", "replace('(.)', '$1$1')", "replace('^', 'x')", "remove(' ')", "match('(a+)(b+)', 1)"],
  ...["search('(x+x+)+y')", "search('(.*)(.*)(.*)z')", "search('(a|b|c|ab|abc)*$')", "search('(a?){500}z')"],
];
const textFilters = [
  ...['html', 'uri', 'url', 'html_entity', 'xml', 'upper', 'lower', 'trim', 'collapse', 'ucfirst', 'eval'],
  ...['html_para', 'html_break', 'html_line_break', 'indent', "indent('> ')", 'truncate(100000)', 'repeat(2)'],
  ...["format('%5s')", "format('%-20.10s|')", "format('%d')", "replace('a', 'b')", "remove('[a-z]')"],
];
const textUses = (text: string) => [
  ...textMethods.map((method) => `x = ${text}.${method}`),
  ...textFilters.map((filter) => `x = ${text} | ${filter}`),
  ...[`x = ${text} + 1`, `x = ${text} < big`, `x = [${text}..'zz']`, `x = [${text}, 1]; y = x.join(${text})`],
  ...[`y = "$big${text}"; x = y == "$big${text}"`, `SWITCH ${text}; CASE big; END`, `x = hash.$${text}`],
  ...[`h = {}; h.$${text} = 1`, `$${text} = 1`, `TRY; x = 'a' | format(${text}); CATCH; END`],
  ...[`FILTER html; ${text}; END`, `${text}; CLEAR`, `INCLUDE one y = ${text}`, `WRAPPER around; ${text}; END`],
  ...[`TRY; x = date.format(${text}); CATCH; END`, `TRY; x = date.format(1, ${text}); CATCH; END`],
  ...[`TRY; x = 'a' | replace(${text}, 'b'); CATCH; END`, `VIEW v; BLOCK text; item; END; END; v.print(${text})`],
];
const listMethods = [
  ...['sort', 'nsort', 'unique', 'join', 'reverse', "grep('9')", 'hash', 'slice(0)', 'slice(1, 40000)', 'merge(words)'],
  ...['first(40000)', 'last(40000)', 'shift', 'unshift(1)', 'push(1)', 'splice(0, 10)', 'splice(10, 20000, words)'],
  ...["sort('n')", "nsort('v', 'n')", "sort_by_key(n = 'desc')", "pluck('n')", 'import(words)'],
];
const hashMethods = [
  ...['keys', 'values', 'pairs', 'each', 'sort', 'nsort', 'list', "list('keys')", 'import(hash)', 'size', 'empty'],
];
const longStatements = [
  ...Object.keys(texts).flatMap(textUses),
  ...['words', 'hashes', 'longs'].flatMap((list) => listMethods.map((method) => `x = ${list}.${method}`)),
  ...hashMethods.map((method) => `x = hash.${method}`),
  'FOREACH p IN hash; LAST; END',
  'FOREACH hash; LAST; END',
  'FOREACH i IN [1..100000]; FOREACH j IN [1..100]; x = j; END; END',
  'import(hash)',
  'import(hash); INCLUDE one',
  'import(hash); MACRO m BLOCK; END; m',
  'INCLUDE one import = hash',
  'h = {}; h.import(hash)',
  'x = hash.$words',
  'x = "$big$big$big"',
  'x = big.repeat(5)',
  'x = [1..200000]',
  "x = ['a'..'zzz']",
  'l = [1]; l.900000 = 1',
  'x = big.repeat(20); INCLUDE many',
  'VIEW v data = 1; END; v.clone(hash)',
  'VIEW v; BLOCK list; FOREACH i IN item; i; END; END; END; x = v.print(words)',
];

/** How far each statement ran beyond its limit; printed, since a figure of one machine is no rule. */
const beyondMs = new Map<string, number>();

const forever = '{{ WHILE 1; x = x + 1; END }}';

describe('limits', () => {
  afterAll(() => {
    const [longest] = [...beyondMs].sort((a, b) => b[1] - a[1]);
    if (longest) console.info(`longest beyond its limit, in ms of processor time: ${longest[1]} (${longest[0]})`);
  });

  it.each<[string, Partial<Limits>, string]>([
    ['{{ FOREACH i IN [1..100000]; x = i; END }}', { steps: 1000 }, 'steps'],
    [forever, { whileRounds: 1e9, steps: 5000 }, 'steps'],
    ['{{ FOREACH i IN [1..5000]; "0123456789"; END }}', { outputBytes: 1000 }, 'outputBytes'],
    ['{{ t = "é"; t.repeat(600) }}', { outputBytes: 1000 }, 'outputBytes'],
    ['{{ MACRO m(n) BLOCK; m(n + 1); END; m(1) }}', {}, 'depth'],
    ['{{ x = [1..2000000000] }}', {}, 'listItems'],
    ['{{ x = [1]; FOREACH i IN [1..40]; x = x.merge(x); END }}', {}, 'listItems'],
    ['{{ t = "a"; x = t.repeat(2000000000) }}', {}, 'textBytes'],
    ['{{ x = "ab"; FOREACH i IN [1..60]; x = x _ x; END }}', {}, 'textBytes'],
    ['{{ x = "ab"; FOREACH i IN [1..60]; x = "$x$x"; END }}', {}, 'textBytes'],
    ['{{ t = "a"; x = t.repeat(8000000); FOREACH i IN [1..400]; x; END }}', {}, 'outputBytes'],
    [
      '{{ t = "a"; x = t.repeat(8000000); MACRO m BLOCK; FOREACH i IN [1..60]; x; END; END; m; m; m }}',
      { outputBytes: 4e9 },
      'outputBytes',
    ],
    ['{{ t = "a"; x = t.repeat(9000); x.replace("a", "bbbbbbbbbbbb") }}', { textBytes: 100_000 }, 'textBytes'],
    ['{{ 1 | format("%099999999999d") }}', {}, 'textBytes'],
    ['{{ l = [1..1000]; t = "a"; x = t.repeat(100000); y = l.join(x) }}', {}, 'textBytes'],
  ])('%s', async (source, limits, expected) => {
    expect(await limitOf(source, limits)).toBe(expected);
  });

  it.each([
    ['loops', '{{ FOREACH i IN l; FOREACH j IN l; x = i; END; END }}'],
    ['nested captures', '{{ FOREACH i IN l; FOREACH j IN l; x = BLOCK; i; END; END; END }}'],
    ['sorting', '{{ FOREACH i IN l; x = l.sort; END }}'],
    ['patterns', '{{ FOREACH i IN l; x = t.replace("[a-z]+$", ""); END }}'],
  ])('ends %s in time', async (_, source) => {
    const timeMs = 100;
    const l = Array.from({ length: 20_000 }, (_item, index) => `k${(index * 7919) % 20_000}`);
    expect(await limitOf(source, { timeMs, steps: 1e9 }, { l, t: 'abc def '.repeat(2000) })).toBe('timeMs');
  });

  // Processor time of this thread, since other processes may hold the machine up.
  it.each(longStatements)('ends in time: %s', (statement) => {
    const timeMs = 10;
    const limits = { timeMs, steps: 1e12, whileRounds: 1e12, outputBytes: 1e9, textBytes: 1e8 };
    const blocks = { one: 'x', around: '{{ content }}', many: 'line {{ x }}\n'.repeat(20_000) };
    const template = new Engine({ limits, blocks }).compile(`{{ USE date; WHILE 1; ${statement}; END }}`);
    const variables = longData(statement);
    const before = process.threadCpuUsage();
    expect(() => template.renderSync(variables)).toThrow(TemplateLimitError);
    const { user, system } = process.threadCpuUsage(before);
    beyondMs.set(statement, Math.round((user + system) / 1000 - timeMs));
  });

  it('refuses patterns that take long to compile', async () => {
    for (const pattern of ['(a{1000}){30}', '[a-z]{1000}'.repeat(20), '\\w'.repeat(300), 'a'.repeat(10_001)]) {
      const render = new Engine().render('{{ t.search(pattern) }}', { t: 'a', pattern });
      await expect(render).rejects.toThrow(/^undef error - pattern/);
    }
  });

  it('ends a render that waits for ever', async () => {
    expect(await limitOf('{{ p }}', { timeMs: 30 }, { p: new Promise(() => undefined) })).toBe('timeMs');
  });

  it('names template and line, and no template catches it', async () => {
    const engine = new Engine({ limits: { steps: 50 } });
    const template = engine.compile('\n{{ TRY }}\n{{ FOREACH i IN [1..1000]; i; END }}{{ CATCH }}no{{ END }}', {
      name: 'T',
    });
    await expect(template.render()).rejects.toMatchObject({ limit: 'steps', template: 'T', line: 3 });
  });
});
