import {
  listServiceEvents,
  readLastAttempts,
  readTasksOfServices,
  type ServiceRow,
  type UserServiceRow,
} from '@countinghouse/contracts';
import type { Arguments } from './arguments.ts';
import { copyForTemplate } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import type { Members, ModelObject } from './model-object.ts';
import { isLike } from './query/like.ts';
import { allRows, inChunks } from './read-rows.ts';
import { referenced } from './relations.ts';

type Us = ModelObject<UserServiceRow>;

/** What commands wait for a service, and which ran last (templates.md 2.3, `us`). */
export function tasksOf(kinds: () => Kinds): Members<UserServiceRow> {
  return {
    cur_event: async (self) => ((await tasks(self))[0] as TaskOfTemplate | undefined)?.event?.name,
    last_event: (self) => lastEvent(self),
    commands_by_event: (self, args) => commandsOf(self, args, kinds()),
    spool: async (self) => tasks(self),
    has_spool_command: async (self) => ((await tasks(self)).length > 0 ? 1 : 0),
  };
}

/** The tasks of the service, asked for all services of the page at once. */
async function tasks(self: Us): Promise<readonly unknown[]> {
  const row = await self.existing();
  if (!row) return [];
  const byService = await self.cohort.related('tasks', async (cohort) => {
    const rows = await ofServices(cohort, (chunk) => self.render.read(readTasksOfServices, chunk));
    return Map.groupBy(rows, ({ user_service_id: id }) => id);
  });
  const own = (byService.get(row.user_service_id) ?? []).filter(({ user_id: id }) => id === row.user_id);
  return own.map(copyForTemplate);
}

/** What is asked about the services of a page, a thousand in a call. */
async function ofServices<Row>(
  cohort: Us['cohort'],
  read: (chunk: { user_ids: number[]; user_service_ids: number[] }) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<readonly Row[]> {
  const rows = await cohort.rows();
  return inChunks(cohort.ids, (user_service_ids) => {
    const users = user_service_ids.flatMap((id) => rows.get(id)?.user_id ?? []);
    return read({ user_ids: [...new Set(users)], user_service_ids });
  });
}

interface TaskOfTemplate {
  readonly event?: { readonly name?: string };
}

/** The event of the service's last attempt, else of the task that waits. */
async function lastEvent(self: Us): Promise<string | undefined> {
  const row = await self.existing();
  if (!row) return undefined;
  const byService = await self.cohort.related('last attempts', async (cohort) => {
    const rows = await ofServices(cohort, (chunk) => self.render.read(readLastAttempts, chunk));
    return new Map(rows.map((attempt) => [attempt.user_service_id, attempt]));
  });
  const last = byService.get(row.user_service_id);
  return ((last ?? (await tasks(self))[0]) as TaskOfTemplate | undefined)?.event?.name;
}

/** The rows of the service events that an event of this service would run: name and category match (decisions.md 18). */
async function commandsOf(self: Us, args: Arguments, kinds: Kinds): Promise<readonly unknown[]> {
  const service = await referenced(self, 'service_id', kinds.service);
  const category = (service?.row() as ServiceRow | undefined)?.category;
  if (category === undefined || args.text(0) === '') return [];
  const name = args.text(0);
  const rows = await self.render.once(`events ${name}`, async () => {
    const events = await self.render.read(listServiceEvents, { limit: 0, sort_direction: 'asc', filter: { name } });
    return allRows(events.rows);
  });
  return rows.filter((row) => isMeant(row, category)).map(copyForTemplate);
}

function isMeant({ settings }: { readonly settings?: unknown }, category: string): boolean {
  const pattern = (settings as { category?: unknown } | null)?.category;
  return typeof pattern === 'string' && isLike(category, pattern);
}
