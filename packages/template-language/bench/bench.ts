import { Engine } from '@countinghouse/template-language';
import { perlRates } from './perl.ts';
import {
  eta,
  hand,
  handlebars,
  liquid,
  nunjucksPages,
  ours,
  type PageName,
  type Render,
  sources,
} from './templates.ts';

const pages: readonly PageName[] = ['T1', 'T2', 'T3'];
const roundMs = 250;
const rounds = 5;

function normalized(text: string): string {
  return text.replace(/&#39;|&#x27;/g, "'").trim();
}

function ratePerSecond(render: Render): number {
  let count = 0;
  const start = performance.now();
  let elapsed = 0;
  while (elapsed < roundMs) {
    for (let index = 0; index < 8; index += 1) render();
    count += 8;
    elapsed = performance.now() - start;
  }
  return (count * 1000) / elapsed;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Medians of rounds that take turns, so that a busy moment of the machine hits every engine alike. */
function measure(engines: ReadonlyMap<string, Record<PageName, Render>>, page: PageName): Map<string, number> {
  const expected = normalized(hand[page]());
  const rates = new Map<string, number[]>();
  for (const [name, renders] of engines) {
    if (normalized(renders[page]()) !== expected) throw new Error(`${name} renders another ${page}`);
    ratePerSecond(renders[page]);
    rates.set(name, []);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, renders] of engines) rates.get(name)?.push(ratePerSecond(renders[page]));
  }
  return new Map([...rates].map(([name, values]) => [name, median(values)]));
}

function compileTimeMs(): number {
  const times: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const start = performance.now();
    new Engine().compile(sources.T3);
    times.push(performance.now() - start);
  }
  return median(times.slice(20));
}

const engines = new Map([
  ['hand-written', hand],
  ['template-language', ours()],
  ['eta', eta()],
  ['handlebars', handlebars()],
  ['nunjucks', nunjucksPages()],
  ['liquidjs', liquid()],
]);
const perl = perlRates();
for (const page of pages) {
  const rates = measure(engines, page);
  if (perl !== undefined) rates.set('Template Toolkit XS', perl[page]);
  const own = rates.get('template-language') ?? 0;
  console.log(`\n${page}${' '.repeat(24)}renders/s     ours is x times`);
  for (const [name, rate] of rates) {
    console.log(
      `  ${name.padEnd(22)}${Math.round(rate).toLocaleString('en-US').padStart(12)}${(own / rate).toFixed(2).padStart(16)}`,
    );
  }
}
console.log(`\nT3 compiles in ${compileTimeMs().toFixed(2)} ms (warm median)`);
