import { Engine } from '@countinghouse/template-language';
import { perlRates } from './perl.ts';
import {
  data,
  eta,
  hand,
  handlebars,
  liquid,
  nunjucksPages,
  ours,
  oursWaiting,
  type PageName,
  type Renders,
  sources,
} from './templates.ts';

type Rates = Map<string, number>;
type Rounds = (count: number) => number | Promise<number>;

const pages: readonly PageName[] = ['T1', 'T2', 'T3'];
const roundMs = 100;
const rounds = 7;

/** The engines of the comparison and what each page is to reach, as multiples of their rates. */
const goals: Readonly<Record<PageName, Readonly<Record<string, number>>>> = {
  T1: { 'hand-written': 0.3, handlebars: 1, nunjucks: 1, liquidjs: 1, 'Template Toolkit XS': 20 },
  T2: { 'hand-written': 0.6, handlebars: 1, nunjucks: 1, liquidjs: 1, 'Template Toolkit XS': 20 },
  T3: { 'hand-written': 0.5, handlebars: 1, nunjucks: 1, liquidjs: 1, 'Template Toolkit XS': 12 },
};
const compileGoalMs = 3;

/** Milliseconds of processor time of this thread: what other processes do meanwhile does not count. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function normalized(text: string): string {
  return text.replace(/&#39;|&#x27;/g, "'").trim();
}

/** Renders a page `count` times with data that take turns; answers the characters it printed. */
function rounder(renders: Renders, page: PageName): Rounds {
  const render = renders[page] as (page: object) => string;
  const sets: readonly object[] = data[page];
  return (count) => {
    let printed = 0;
    for (let index = 0; index < count; index += 1) printed += render(sets[index % sets.length] ?? {}).length;
    return printed;
  };
}

function waitingRounder(page: PageName): Rounds {
  const render = oursWaiting()[page];
  const sets: readonly object[] = data[page];
  return async (count) => {
    let printed = 0;
    for (let index = 0; index < count; index += 1) printed += (await render(sets[index % sets.length] ?? {})).length;
    return printed;
  };
}

async function ratePerSecond(run: Rounds, count: number): Promise<number> {
  const start = spentMs();
  await run(count);
  return (count * 1000) / (spentMs() - start);
}

/** How many renders fill a round. */
async function warmedUp(run: Rounds): Promise<number> {
  let count = 1;
  for (let elapsed = 0; elapsed < roundMs; count *= 2) {
    const start = spentMs();
    await run(count);
    elapsed = spentMs() - start;
  }
  return count;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Medians of rounds that take turns, so that a busy moment of the machine hits every engine alike. */
async function measure(engines: ReadonlyMap<string, Rounds>): Promise<Rates> {
  const rates = new Map<string, number[]>();
  const counts = new Map<string, number>();
  for (const [name, run] of engines) counts.set(name, await warmedUp(run));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of engines) {
      const rate = await ratePerSecond(run, counts.get(name) ?? 1);
      rates.set(name, [...(rates.get(name) ?? []), rate]);
    }
  }
  return new Map([...rates].map(([name, values]) => [name, median(values)]));
}

function assertSame(engines: ReadonlyMap<string, Renders>, page: PageName): void {
  for (const set of data[page]) {
    const expected = normalized((hand[page] as (data: object) => string)(set));
    for (const [name, renders] of engines) {
      const output = normalized((renders[page] as (data: object) => string)(set));
      if (output !== expected) throw new Error(`${name} renders another ${page}`);
    }
  }
}

function compileTimeMs(): number {
  const times: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    // The clock of the processor is too coarse for one compilation.
    const start = performance.now();
    new Engine().compile(sources.T3);
    times.push(performance.now() - start);
  }
  return median(times.slice(20));
}

function printRates(page: PageName, rates: Rates): void {
  const own = rates.get('template-language') ?? 0;
  console.log(`\n${page}${' '.repeat(24)}renders/s     ours is x times     to reach`);
  for (const [name, rate] of rates) {
    const goal = goals[page][name];
    const ratio = own / rate;
    const verdict = goal === undefined ? '' : `${goal} ${ratio >= goal ? 'reached' : 'missed'}`;
    const shownRate = Math.round(rate).toLocaleString('en-US').padStart(12);
    console.log(`  ${name.padEnd(23)}${shownRate}${ratio.toFixed(2).padStart(16)}${verdict.padStart(18)}`);
  }
}

const engines = new Map<string, Renders>([
  ['hand-written', hand],
  ['template-language', ours()],
  ['eta', eta()],
  ['handlebars', handlebars()],
  ['nunjucks', nunjucksPages()],
  ['liquidjs', liquid()],
]);
const perl = perlRates();
if (perl === undefined) console.log('Template Toolkit with its XS stash is not installed (Debian: libtemplate-perl)');
for (const page of pages) {
  assertSame(engines, page);
  const runs = new Map([...engines].map(([name, renders]) => [name, rounder(renders, page)]));
  runs.set('template-language await', waitingRounder(page));
  const rates = await measure(runs);
  if (perl !== undefined) rates.set('Template Toolkit XS', perl[page]);
  printRates(page, rates);
}
const compileMs = compileTimeMs();
console.log(
  `\nT3 compiles in ${compileMs.toFixed(2)} ms (warm median; to reach: ${compileGoalMs} ms, ` +
    `${compileMs < compileGoalMs ? 'reached' : 'missed'})`,
);
