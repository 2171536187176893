import type { Resource } from '@countinghouse/contracts';
import type { Arguments } from '../arguments.ts';
import type { Member, ModelObject } from '../model-object.ts';
import { queriedRows } from './run-query.ts';

const NUMBER_KINDS: ReadonlySet<string> = new Set(['money', 'number', 'integer', 'period']);

interface Gathered {
  sum: number;
  min: number;
  max: number;
}

type Pick = (gathered: Gathered, rows: number) => number;

const PICKS: Readonly<Record<string, Pick>> = {
  sum: ({ sum }) => sum,
  avg: ({ sum }, rows) => (rows === 0 ? 0 : sum / rows),
  min: ({ min }, rows) => (rows === 0 ? 0 : min),
  max: ({ max }, rows) => (rows === 0 ? 0 : max),
};

function numberColumns(resource: Resource): string[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => NUMBER_KINDS.has(field.kind))
    .map(([name]) => name);
}

/** `rows_count` and the columns' figures; hundredths are summed as integers. */
async function aggregate<Row extends object>(
  self: ModelObject<Row>,
  args: Arguments,
  pick: Pick,
  isCounted: (row: Row) => boolean,
): Promise<object> {
  const columns = numberColumns(self.kind.resource);
  const gathered = new Map(columns.map((name) => [name, { sum: 0, min: Infinity, max: -Infinity }]));
  let rowsCount = 0;
  for await (const all of queriedRows(self, args)) {
    const rows = all.filter(isCounted);
    rowsCount += rows.length;
    for (const row of rows) for (const [name, into] of gathered) add(into, Reflect.get(row, name));
  }
  const figures = [...gathered].map(([name, all]) => [name, (pick(all, rowsCount) / 10_000).toFixed(2)] as const);
  return Object.assign(Object.create(null), { rows_count: rowsCount, ...Object.fromEntries(figures) });
}

function add(into: Gathered, value: unknown): void {
  if (typeof value !== 'number') return;
  const scaled = Math.round(value * 10_000);
  into.sum += scaled;
  into.min = Math.min(into.min, scaled);
  into.max = Math.max(into.max, scaled);
}

/** `.sum`, `.avg`, `.min`, `.max` (texts with two decimals) and `.count` (templates.md 2.1), of the rows that count. */
export function aggregateMembers<Row extends object>(
  isCounted: (row: Row) => boolean = () => true,
): Readonly<Record<string, Member<Row>>> {
  const members = Object.entries(PICKS).map(([name, pick]): [string, Member<Row>] => [
    name,
    (self, args) => aggregate(self, args, pick, isCounted),
  ]);
  return { ...Object.fromEntries(members), count: (self, args) => aggregate(self, args, PICKS.sum as Pick, isCounted) };
}
