import type { TaskStatusCount } from '@countinghouse/contracts';
import type { Collection } from 'mongodb';
import type { TaskDocument } from './task.ts';

/** How many tasks of the queue have each status, in the order of the alphabet; a status that no task has is left out. */
export async function countByStatus(tasks: Collection<TaskDocument>): Promise<TaskStatusCount[]> {
  const groups = await tasks
    .aggregate<{ _id: string; cnt: number }>([{ $group: { _id: '$status', cnt: { $sum: 1 } } }])
    .toArray();
  const rows = groups.map(({ _id: status, cnt }) => ({ status, cnt }));
  return rows.sort((a, b) => (a.status < b.status ? -1 : 1));
}
