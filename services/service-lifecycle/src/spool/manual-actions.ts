import {
  type ActionArguments,
  actOnTask,
  classicTaskActions,
  Fault,
  type SpoolTaskRow,
  TASK_ACTIONS,
  type TaskAction,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { dateTextOf } from '@countinghouse/store';
import type { Document, Filter, UpdateFilter } from 'mongodb';
import type { Lifecycle } from '../lifecycle.ts';
import { endOf } from './attempt.ts';
import { type ClaimedTask, userServiceOf } from './claimed-task.ts';
import { isObject, textOption } from './delivery/option-values.ts';
import { whenFree } from './free-task.ts';
import { decodeTask, type ManageTasksOptions } from './manage-tasks.ts';
import type { TaskDocument } from './task.ts';
import { free } from './task-queue.ts';

export interface ManualActionsOptions extends ManageTasksOptions {
  readonly lifecycle: Pick<Lifecycle, 'applyEventDone'>;
  now(): Date;
}

/** /v1/admin/spool/manual/* and the same actions where the classic administration posts them (domain.md 4.4). */
export function manualActionImplementations(options: ManualActionsOptions): Implementation[] {
  return [
    implement(actOnTask, async ({ action, ...args }) => {
      if (!isAction(action)) throw new Fault(400, 'unknown action');
      return act(options, action, args);
    }),
    ...TASK_ACTIONS.map((action) => implement(classicTaskActions[action], (args) => act(options, action, args))),
  ];
}

function isAction(action: string): action is TaskAction {
  return (TASK_ACTIONS as readonly string[]).includes(action);
}

async function act(
  options: ManualActionsOptions,
  action: TaskAction,
  args: ActionArguments,
): Promise<{ rows: SpoolTaskRow[] }> {
  if (action === 'success') return { rows: [await succeed(options, args)] };
  const fields =
    action === 'pause'
      ? { status: 'PAUSED' }
      : { status: 'NEW', delayed: 0, attempts: 0, waits: 0, runs_after: new Date(0) };
  const changed = await write(options, args.id, fields);
  options.announce();
  return { rows: [decodeTask(changed)] };
}

function write({ queue }: ManualActionsOptions, id: number, fields: Document): Promise<TaskDocument> {
  const update = { $set: fields, $inc: { lease_token: 1 } } as unknown as UpdateFilter<TaskDocument>;
  return whenFree(queue, id, async () => {
    const filter = { _id: id, ...free() } as Filter<TaskDocument>;
    return (await queue.tasks.findOneAndUpdate(filter, update, { returnDocument: 'after' })) ?? undefined;
  });
}

/** The administrator did what the task was for: it is finished, and its service moves on as if the task had succeeded. */
async function succeed(options: ManualActionsOptions, args: ActionArguments): Promise<SpoolTaskRow> {
  const { queue, history, now } = options;
  const task = await whenFree(queue, args.id, () => queue.take(args.id));
  try {
    await moveServiceOn(options, task, args);
  } catch (error) {
    await queue.giveBack(task);
    throw error;
  }
  const { response } = task.row;
  const end = endOf(task, { kind: 'success', response: isObject(response) ? response : {} }, now());
  const isFinal = end.status === 'SUCCESS';
  const said = { ...(isObject(response) ? response : {}), manual: 'success' };
  await history.add(task, { ...end, status: 'SUCCESS', response: said, isFinal });
  if (isFinal) await queue.removeMany([task]);
  else await queue.end(task, { ...end, response: said });
  await queue.wake(task.userId);
  const { status, delayed } = end;
  return { ...task.row, status, delayed, response: said, executed: dateTextOf(end.executed) };
}

/** Event and service as the request names them, else as the task does. */
async function moveServiceOn(
  { lifecycle }: ManualActionsOptions,
  task: ClaimedTask,
  { event, settings }: ActionArguments,
): Promise<void> {
  const name = (isObject(event) ? textOption(event, 'name') : undefined) ?? task.event.name;
  const asked = isObject(settings) ? userServiceOf({ ...task, settings }) : null;
  const userServiceId = asked ?? userServiceOf(task);
  if (userServiceId === null || !name) return;
  await lifecycle.applyEventDone({ userServiceId, event: name, taskKey: null });
}
