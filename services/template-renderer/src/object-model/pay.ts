import {
  type Forecast,
  type JsonObject,
  listPays,
  type PayRow,
  pay,
  readForecasts,
  readLatestPays,
  readPaySystems,
  readPays,
} from '@countinghouse/contracts';
import { folded, membersOf } from './common-members.ts';
import { copyForTemplate, toJsonValue } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import type { Kind, ModelObject } from './model-object.ts';
import { payWrites } from './money-writes.ts';
import { parsed } from './parsed-arguments.ts';
import { inChunks, mappedRows } from './read-rows.ts';
import { byId, referenced } from './relations.ts';

/** Payments (templates.md 2.3, `pay`). */
export function payKind(kinds: () => Kinds): Kind<PayRow> {
  return {
    name: 'pay',
    resource: pay,
    isOwned: true,
    read: async (render, ids) => {
      const rows = await inChunks(ids, (chunk) => render.read(readPays, { ids: chunk }));
      return rows.map(shown);
    },
    select: async (render, args) => {
      const reply = await render.read(listPays, args);
      return { ...reply, rows: mappedRows(reply.rows, shown) };
    },
    members: membersOf<PayRow>({
      ...payWrites,
      last: (self) => latest(self),
      user: async (self) => (await referenced(self, 'user_id', kinds().user))?.handle,
      forecast: (self, args) => forecastOf(self, args.pairs()),
      paysystems: (self, args) => paySystemsOf(self, args.pairs()),
    }),
  };
}

/** A comment that was given as text is text again (spec 2.3, "Payment object attributes"). */
function shown<Row extends Partial<PayRow>>(row: Row): Row {
  const { comment } = row;
  if (typeof comment !== 'object' || comment === null) return row;
  const [name, ...more] = Object.keys(comment);
  const text: unknown = Reflect.get(comment, 'comment');
  return name === 'comment' && more.length === 0 && typeof text === 'string' ? { ...row, comment: text } : row;
}

/** The newest payment by date, fetched for all users of the page at once. */
async function latest(self: ModelObject<PayRow>): Promise<object | undefined> {
  const { owner, render, kind } = self;
  if (!owner) return undefined;
  const newest = await owner.cohort.related('pay.last', async ({ ids }) => {
    const rows = await inChunks(ids, (chunk) => render.read(readLatestPays, { user_ids: chunk }));
    const objects = [...byId(self.render, kind, rows.map(shown)).values()];
    return new Map(objects.map((object) => [(object.row() as PayRow).user_id, object]));
  });
  return newest.get(owner.userId)?.handle;
}

/** What the user has to pay soon, asked for all users of the page at once; what is empty counts as absent. */
async function forecastOf(self: ModelObject<PayRow>, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { user_ids: _together, ...asked } = parsed(readForecasts, { ...givenJson(given), user_ids: [] });
  const { owner, render } = self;
  if (!owner) return undefined;
  const found = await owner.cohort.related(`forecast ${JSON.stringify(asked)}`, async ({ ids }) => {
    const rows = await inChunks(ids, (chunk) => render.read(readForecasts, { ...asked, user_ids: chunk }));
    return new Map<number, Forecast>(rows.map(({ user_id, forecast }) => [user_id, forecast]));
  });
  return copyForTemplate(found.get(owner.userId));
}

/** Of the owner unless `user_id` names somebody else; what is empty counts as absent. */
async function paySystemsOf(self: ModelObject<PayRow>, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const args = givenJson({ user_id: self.owner?.userId, ...given });
  if (args.user_id === undefined) return [];
  const { rows } = await self.render.read(readPaySystems, parsed(readPaySystems, args));
  return folded(rows.map(copyForTemplate));
}

function givenJson(args: Readonly<Record<string, unknown>>): JsonObject {
  return toJsonValue(Object.fromEntries(Object.entries(args).filter(([, value]) => isGiven(value)))) as JsonObject;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
