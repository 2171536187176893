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

  const big = 'abc <d> '.repeat(100_000);
  const wide = '😀é'.repeat(200_000);
  const lines = 'a  b\n'.repeat(150_000);
  const words = Array.from({ length: 50_000 }, (_item, index) => `k${(index * 7919) % 50_000}`);
  const hashes = words.map((n, v) => ({ n, v }));
  const hash = Object.fromEntries(words.map((word, index) => [word, index]));

  // Processor time of this thread, since other processes may hold the machine up.
  it.each([
    ...['big', 'wide', 'lines'].flatMap((text) => [
      ...[
        'length',
        'trim',
        'collapse',
        'upper',
        'ucfirst',
        'html',
        'xml',
        'substr(5, 7)',
        'chunk(3)',
        'split',
        'dquote',
      ].map((method) => `x = ${text}.${method}`),
      ...[
        "replace('[a-z]+', 'x')",
        "match('(a+)(b+)', 1)",
        "search('(x+x+)+y')",
        "search('(.*)(.*)(.*)z')",
        "remove(' ')",
      ].map((method) => `x = ${text}.${method}`),
      ...['html', 'uri', 'url', 'html_entity', 'xml', 'indent', "format('%5s')", 'html_para', 'html_line_break'].map(
        (filter) => `x = ${text} | ${filter}`,
      ),
    ]),
    ...[
      'sort',
      'nsort',
      'unique',
      'join',
      'reverse',
      "grep('9')",
      'hash',
      'slice(0)',
      'merge(words)',
      'first(40000)',
    ].map((method) => `x = words.${method}`),
    ...["sort('n')", "nsort('v', 'n')", "sort_by_key(n = 'desc')", "pluck('n')"].map(
      (method) => `x = hashes.${method}`,
    ),
    ...['keys', 'values', 'pairs', 'each', 'sort', 'nsort', 'list', 'import(hash)', 'size'].map(
      (method) => `x = hash.${method}`,
    ),
    'FOREACH p IN hash; LAST; END',
    'FOREACH i IN [1..100000]; FOREACH j IN [1..100]; x = j; END; END',
    'import(hash)',
    'x = "$big$big$big"',
    'x = big.repeat(5)',
    'x = [1..200000]',
    "x = ['a'..'zzz']",
  ])('ends in time: %s', (statement) => {
    const timeMs = 20;
    const limits = { timeMs, steps: 1e12, whileRounds: 1e12, outputBytes: 1e9, textBytes: 1e8 };
    const template = new Engine({ limits }).compile(`{{ WHILE 1; ${statement}; END }}`);
    const before = process.threadCpuUsage();
    expect(() => template.renderSync({ big, wide, lines, words, hashes, hash: { ...hash } })).toThrow(/timeMs/);
    const { user, system } = process.threadCpuUsage(before);
    beyondMs.set(statement, Math.round((user + system) / 1000 - timeMs));
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
