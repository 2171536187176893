import {
  actOnTask,
  countTasks,
  queueTask,
  type SpoolHistoryRow,
  type SpoolTaskRow,
  selectTaskHistory,
  selectTasks,
  spoolHistory,
  spoolTask,
  type TaskAction,
} from '@countinghouse/contracts';
import { type Arguments, hashOf, type Named } from './arguments.ts';
import { membersOf, modelById } from './common-members.ts';
import { copyForTemplate, toJsonValue } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import { type Kind, type Member, ModelObject } from './model-object.ts';
import { parsed } from './parsed-arguments.ts';
import { allRows } from './read-rows.ts';
import { groupedBy, referenced } from './relations.ts';

type Task = ModelObject<SpoolTaskRow>;

/** The tasks of a user (templates.md 2.3, `spool`). */
export function spoolKind(kinds: () => Kinds): Kind<SpoolTaskRow> {
  return {
    name: 'spool',
    resource: spoolTask,
    isOwned: true,
    read: async (render, ids) => {
      const { rows } = await render.read(selectTasks, { limit: 0, filter: { id: [...ids] } });
      return allRows(rows);
    },
    select: (render, args) => render.read(selectTasks, args),
    members: membersOf<SpoolTaskRow>({
      user: async (self) => (await referenced(self, 'user_id', kinds().user))?.handle,
      history: (self) => historyOf(self, kinds()),
      statuses: async (self) => {
        const { rows } = await self.render.read(countTasks, {});
        return rows.map(copyForTemplate);
      },
      add: async (self, args) => (await queued(self, 'spool.add', args)).id,
      push: async (self, args) => (await queued(self, 'spool.push', args)).id,
      create: async (self, args) => {
        const { id } = await queued(self, 'spool.create', args);
        return (await modelById(self.render, self.kind, id))?.handle;
      },
      api_pause: action('pause'),
      api_resume: action('resume'),
      api_retry: action('retry'),
      api_success: action('success'),
    }),
  };
}

/** Attempts of tasks (templates.md 2.3, `spool.history` and `user.spool_history`). */
export function spoolHistoryKind(kinds: () => Kinds): Kind<SpoolHistoryRow> {
  return {
    name: 'spool_history',
    resource: spoolHistory,
    isOwned: true,
    read: async (render, ids) => {
      const { rows } = await render.read(selectTaskHistory, { limit: 0, filter: { id: [...ids] } });
      return allRows(rows);
    },
    select: (render, args) => render.read(selectTaskHistory, args),
    members: membersOf<SpoolHistoryRow>({
      user: async (self) => (await referenced(self, 'user_id', kinds().user))?.handle,
    }),
  };
}

/** The attempts of a task, asked for all tasks of the page at once, or the start of queries for those of the user. */
async function historyOf(self: Task, { spool_history: kind }: Kinds): Promise<unknown> {
  if (self.id === undefined) return ModelObject.query(self.render, kind, self.owner).handle;
  const attempts = await self.cohort.related('attempts', async ({ ids }) => {
    const filter = { spool_id: [...ids] };
    const { rows } = await self.render.read(selectTaskHistory, { limit: 0, sort_direction: 'asc', filter });
    return groupedBy(self.render, kind, await allRows(rows), 'spool_id');
  });
  return (attempts.get(self.id) ?? []).map(({ handle }) => handle);
}

/** `spool.add( event, settings, prio, delayed )`, by name or with the event first. */
async function queued(self: Task, member: string, args: Arguments): Promise<SpoolTaskRow> {
  self.render.requireWrite(member);
  const userId = self.owner?.userId ?? self.render.currentUserId;
  if (userId === null) throw new Error(`${member}: there is no user`);
  const { event = {}, settings, prio, delayed } = named(args);
  const given = {
    user_id: userId,
    event: toJsonValue(event),
    ...(settings === undefined ? {} : { settings: toJsonValue(settings) }),
    ...(prio === undefined ? {} : { prio: toJsonValue(prio) }),
    ...(delayed === undefined ? {} : { delayed: toJsonValue(delayed) }),
  };
  const { rows } = await self.render.write(member, queueTask, parsed(queueTask, given));
  return rows[0] as SpoolTaskRow;
}

function named(args: Arguments): Named {
  if ('event' in args.named) return args.named;
  const [event, settings, prio, delayed] = args.all;
  return { event: hashOf(event) ?? {}, settings: hashOf(settings), prio, delayed };
}

function action(name: TaskAction): Member<SpoolTaskRow> {
  return async (self, args) => {
    const id = args.id() ?? self.id;
    if (id === undefined) throw new Error(`spool.api_${name}: there is no task`);
    await self.render.write(`spool.api_${name}`, actOnTask, { id, action: name }, self.owner?.userId);
    return '';
  };
}
