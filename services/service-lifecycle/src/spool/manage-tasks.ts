import {
  addTask,
  changeTask,
  countTasks,
  deleteTask,
  listTaskHistory,
  listTasks,
  queueTask,
  type SpoolTaskRow,
  selectTaskHistory,
  selectTasks,
  spoolHistory,
  spoolTask,
  type TaskStatus,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import { isDuplicateKey, list, listQuery, type Store } from '@countinghouse/store';
import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { given } from '../given.ts';
import { requireUser } from '../user-service/require-user.ts';
import { isObject, numberOption } from './delivery/option-values.ts';
import { whenFree } from './free-task.ts';
import { historyCodec } from './history-document.ts';
import { enqueueOne, queueFields, runsAfter, SPOOL, type TaskDocument, type TaskEvent, taskCodec } from './task.ts';
import { countByStatus } from './task-counts.ts';
import type { TaskHistory } from './task-history.ts';
import { free, type TaskQueue } from './task-queue.ts';

export interface ManageTasksOptions {
  readonly store: Store;
  readonly queue: TaskQueue;
  readonly history: TaskHistory;
  /** Wakes the workers. */
  announce(): void;
}

/** /v1/admin/spool with its lists (peer-http-api.md 1D). */
export function taskImplementations(options: ManageTasksOptions): Implementation[] {
  return [
    ...listImplementations(options),
    implement(addTask, (args, context) => add(options, args, context)),
    implement(changeTask, (args) => change(options, args)),
    implement(deleteTask, ({ id }) => remove(options, id)),
    implement(countTasks, async () => ({ rows: await countByStatus(options.queue.tasks) })),
    implement(queueTask, (args, context) => queue(options, args, context)),
  ];
}

function listImplementations({ store, history }: ManageTasksOptions): Implementation[] {
  const tasks = store.collection<Document>(SPOOL);
  const tasksOf = { isAdmin: true, equality: ['user_id'] } as const;
  const attemptsOf = { isAdmin: true, equality: ['user_id', 'spool_id'] } as const;
  return [
    implement(listTasks, (args) => list(tasks, taskCodec, listQuery(spoolTask, { ...args }, tasksOf))),
    implement(selectTasks, (args) => list(tasks, taskCodec, listQuery(spoolTask, { ...args }, tasksOf))),
    implement(listTaskHistory, (args) =>
      list(history.documents, historyCodec, listQuery(spoolHistory, { ...args }, attemptsOf)),
    ),
    implement(selectTaskHistory, (args) =>
      list(history.documents, historyCodec, listQuery(spoolHistory, { ...args }, attemptsOf)),
    ),
  ];
}

type AddArguments = Parameters<Parameters<typeof implement<typeof addTask>>[1]>[0];

async function add({ store, queue, announce }: ManageTasksOptions, args: AddArguments, context: Context) {
  const { user_id = actingUser(context), status, ...values } = args;
  if (args.user_id !== undefined) await requireUser(context, user_id);
  const key = `added:${context.key}`;
  const row = taskCodec.encodeNew({ ...given(values), user_id, status: (status ?? 'NEW') as TaskStatus });
  const fields = { ...row, ...queueFields(context.now, 0), ...delayOf(args, context.now), key };
  try {
    await store.insertWithId<TaskDocument>(SPOOL, (id) => ({ ...fields, _id: id }) as unknown as TaskDocument);
  } catch (error) {
    // The request is repeated.
    if (!isDuplicateKey(error, 'key')) throw error;
  }
  announce();
  const document = await queue.tasks.findOne({ key });
  return { rows: document ? [decodeTask(document)] : [] };
}

/** An asked-for delay counts with the status NEW alone; a periodic task that was done waits for its period (domain.md 4.1). */
function delayOf({ status, delayed = 0, event }: AddArguments, now: Date): Document {
  const period = isObject(event) ? (numberOption(event, 'period') ?? 0) : 0;
  if (status === 'NEW' && delayed > 0) return waiting(now, delayed);
  return status === 'SUCCESS' && period > 0 ? waiting(now, period) : {};
}

function waiting(executed: Date, delayed: number): Document {
  return { status: 'DELAYED' satisfies TaskStatus, executed, delayed, runs_after: runsAfter(executed, delayed) };
}

type ChangeArguments = Parameters<Parameters<typeof implement<typeof changeTask>>[1]>[0];

async function change({ queue: { tasks }, queue: own, announce }: ManageTasksOptions, args: ChangeArguments) {
  const { id, ...values } = args;
  const fields = taskCodec.encode(given(values) as Partial<SpoolTaskRow>);
  const changed = await whenFree(own, id, async () => {
    const before = await tasks.findOne({ _id: id, ...free() } as Filter<TaskDocument>);
    return before ? write(tasks, before, fields) : undefined;
  });
  announce();
  return { rows: [decodeTask(changed)] };
}

async function write(
  tasks: Collection<TaskDocument>,
  before: TaskDocument,
  fields: Document,
): Promise<TaskDocument | undefined> {
  if (Object.keys(fields).length === 0) return before;
  const runs_after = runsAfter(before.executed, (fields.delayed as number | undefined) ?? before.delayed);
  // A worker that lost the task must not write over this.
  const update = { $set: { ...fields, runs_after }, $inc: { lease_token: 1 } } as unknown as UpdateFilter<TaskDocument>;
  const filter = { _id: before._id, ...free() } as Filter<TaskDocument>;
  return (await tasks.findOneAndUpdate(filter, update, { returnDocument: 'after' })) ?? undefined;
}

async function remove({ queue }: ManageTasksOptions, id: number) {
  await whenFree(queue, id, async () => {
    const { deletedCount } = await queue.tasks.deleteOne({ _id: id, ...free() } as Filter<TaskDocument>);
    return deletedCount === 1 ? true : undefined;
  });
  return { rows: ['1'] };
}

type QueueArguments = Parameters<Parameters<typeof implement<typeof queueTask>>[1]>[0];

async function queue({ store, queue: { tasks } }: ManageTasksOptions, args: QueueArguments, context: Context) {
  const { user_id, event, settings, prio, delayed = 0 } = args;
  const own = isObject(settings) ? settings : {};
  const id = await enqueueOne(
    store,
    {
      key: `queued:${context.key}`,
      user_id,
      user_service_id: null,
      event: { kind: 'UserService', title: '', name: 'TASK', ...(event as Partial<TaskEvent>) },
      settings: own,
      delayed,
      ...(prio === undefined ? {} : { prio }),
    },
    context.now,
  );
  const document = await tasks.findOne({ _id: id });
  return { rows: document ? [decodeTask(document)] : [] };
}

export function decodeTask(document: Document): SpoolTaskRow {
  return taskCodec.decode(document, { hidden: true });
}
