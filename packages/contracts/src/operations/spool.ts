import type { z } from 'zod';
import * as field from '../field.ts';
import type { JsonValue } from '../json.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import {
  type SpoolHistoryRow,
  type SpoolTaskRow,
  spoolHistory,
  spoolTask,
  TASK_STATUSES,
} from '../resources/spool-task.ts';

const owner = 'service-lifecycle';
const path = '/v1/admin/spool';

type TaskListArguments = ListArguments & { id?: number | undefined; user_id?: number | undefined };
const taskListArguments = listArguments(spoolTask, ofUser) as z.ZodType<TaskListArguments>;

type HistoryListArguments = TaskListArguments & { spool_id?: number | undefined };
const historyListArguments = listArguments(spoolHistory, {
  ...ofUser,
  spool_id: field.id({ description: 'The attempts of one task' }),
}) as z.ZodType<HistoryListArguments>;

export const listTasks = operation<TaskListArguments, 'list', SpoolTaskRow>({
  id: 'spool.list',
  owner,
  summary: 'Lists the tasks of the queue',
  access: 'admin',
  http: { method: 'GET', path },
  args: taskListArguments,
  result: 'list',
  list: spoolTask,
});

const writable = pick(spoolTask.fields, ['user_service_id', 'event', 'prio', 'status', 'delayed', 'settings']);

interface TaskValues {
  readonly user_service_id?: number | null | undefined;
  readonly event?: JsonValue | undefined;
  readonly prio?: number | undefined;
  readonly status?: string | undefined;
  readonly delayed?: number | undefined;
  readonly settings?: JsonValue | undefined;
}

/**
 * For the caller where `user_id` is absent. `delayed` above 0 counts with the status NEW only, which is DELAYED then; SUCCESS
 * with an `event.period` waits for that period (domain.md 4.1). 404 for an unknown user.
 */
export const addTask = operation<TaskValues & { readonly user_id?: number | undefined }, 'rows', SpoolTaskRow>({
  id: 'spool.add',
  owner,
  summary: 'Queues a task',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf({ ...ofUser, ...writable, status: field.text({ oneOf: TASK_STATUSES }) }) as unknown as z.ZodType<
    TaskValues & { readonly user_id?: number | undefined }
  >,
  result: 'rows',
  item: spoolTask.fields,
  errors: [404],
});

/** 408 while a worker is at the task. */
export const changeTask = operation<TaskValues & { readonly id: number }, 'rows', SpoolTaskRow>({
  id: 'spool.change',
  owner,
  summary: 'Changes a task of the queue',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf({ ...pick(spoolTask.fields, ['id']), ...writable }, ['id']) as unknown as z.ZodType<
    TaskValues & { readonly id: number }
  >,
  result: 'rows',
  item: spoolTask.fields,
  errors: [404, 408],
});

/** 408 while a worker is at the task. Answers `['1']`. */
export const deleteTask = operation<{ id: number }, 'rows', string>({
  id: 'spool.delete',
  owner,
  summary: 'Deletes a task of the queue',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf(pick(spoolTask.fields, ['id']), ['id']),
  result: 'rows',
  errors: [404, 408],
});

export interface TaskStatusCount {
  readonly status: string;
  readonly cnt: number;
}

/** Those that no task has are left out. */
export const countTasks = operation<Record<string, never>, 'rows', TaskStatusCount>({
  id: 'spool.statuses',
  owner,
  summary: 'Counts the tasks of the queue by status',
  access: 'admin',
  http: { method: 'GET', path: `${path}/statuses` },
  args: argumentsOf({}) as unknown as z.ZodType<Record<string, never>>,
  result: 'rows',
  item: { status: field.text(), cnt: field.integer() },
});

export const listTaskHistory = operation<HistoryListArguments, 'list', SpoolHistoryRow>({
  id: 'spool-history.list',
  owner,
  summary: 'Lists the attempts of tasks',
  access: 'admin',
  http: { method: 'GET', path: `${path}/history` },
  args: historyListArguments,
  result: 'list',
  list: spoolHistory,
});

/** What administrators do to a task by hand. */
export const TASK_ACTIONS = ['success', 'pause', 'resume', 'retry'] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

/** A whole task may be sent: its event and settings say which service `success` moves on. */
export interface ActionArguments {
  readonly id: number;
  readonly event?: JsonValue | undefined;
  readonly settings?: JsonValue | undefined;
}

const target = {
  id: spoolTask.fields.id,
  event: field.json({ shape: 'object' }),
  settings: field.json({ nullable: true, shape: 'object' }),
} as const;

/** 400 `unknown action`; 408 while a worker is at the task. */
export const actOnTask = operation<ActionArguments & { readonly action: string }, 'rows', SpoolTaskRow>({
  id: 'spool.manual',
  owner,
  summary: 'Finishes, pauses or tries a task again by hand',
  access: 'admin',
  http: { method: 'POST', path: `${path}/manual/*action` },
  args: argumentsOf({ ...target, action: field.text({ max: 64 }) }, ['id', 'action']) as unknown as z.ZodType<
    ActionArguments & { readonly action: string }
  >,
  result: 'rows',
  item: spoolTask.fields,
  errors: [404, 408],
});

function classicAction(action: TaskAction) {
  return operation<ActionArguments, 'rows', SpoolTaskRow>({
    id: `spool.${action}`,
    owner,
    summary: `The same as /v1/admin/spool/manual/${action}`,
    access: 'admin',
    http: { method: 'POST', path: `${path}/${action}` },
    args: argumentsOf(target, ['id']) as unknown as z.ZodType<ActionArguments>,
    result: 'rows',
    item: spoolTask.fields,
    errors: [404, 408],
  });
}

/** The same actions where the classic administration posts them (clients.md 4). */
export const classicTaskActions: Readonly<Record<TaskAction, ReturnType<typeof classicAction>>> = {
  success: classicAction('success'),
  pause: classicAction('pause'),
  resume: classicAction('resume'),
  retry: classicAction('retry'),
};

/** Tasks with the whole list grammar, for templates. */
export const selectTasks = operation<TaskListArguments, 'list', SpoolTaskRow>({
  id: 'spool.select',
  owner,
  summary: 'Tasks for templates',
  access: 'internal',
  args: taskListArguments,
  result: 'list',
  list: spoolTask,
});

/** Attempts with the whole list grammar, for templates. */
export const selectTaskHistory = operation<HistoryListArguments, 'list', SpoolHistoryRow>({
  id: 'spool-history.select',
  owner,
  summary: 'Attempts of tasks for templates',
  access: 'internal',
  args: historyListArguments,
  result: 'list',
  list: spoolHistory,
});

interface QueueTask {
  readonly user_id: number;
  readonly event: JsonValue;
  readonly settings?: JsonValue | undefined;
  readonly prio?: number | undefined;
  /** Seconds from now at which it runs first. */
  readonly delayed?: number | undefined;
}

/** Queues a task for a template; repeating the request with its key queues it once. */
export const queueTask = operation<QueueTask, 'rows', SpoolTaskRow>({
  id: 'spool.queue',
  owner,
  summary: 'Queues a task for a template',
  access: 'internal',
  args: argumentsOf(
    {
      ...ofUser,
      event: field.json({ shape: 'object' }),
      settings: spoolTask.fields.settings,
      prio: spoolTask.fields.prio,
      delayed: spoolTask.fields.delayed,
    },
    ['user_id', 'event'],
  ) as unknown as z.ZodType<QueueTask>,
  result: 'rows',
  item: spoolTask.fields,
});

export const spoolOperations = [
  listTasks,
  addTask,
  changeTask,
  deleteTask,
  countTasks,
  listTaskHistory,
  actOnTask,
  ...Object.values(classicTaskActions),
  selectTasks,
  selectTaskHistory,
  queueTask,
] as const;
