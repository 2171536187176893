import {
  type AttemptOfService,
  listUserServiceTasks,
  readLastAttempts,
  readTasksOfServices,
  type TaskOfService,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { Store } from '@countinghouse/store';
import { historyCodec, SPOOL_HISTORY } from './history-document.ts';
import { SPOOL, taskCodec } from './task.ts';

/** GET /v1/admin/user/service/spool (domain.md 5.3): all tasks of one service, oldest first; and the same for many. */
export function tasksOfServices(store: Store): Implementation[] {
  const tasks = store.collection(SPOOL);
  return [
    implement(listUserServiceTasks, async ({ user_id, user_service_id }) => {
      const documents = await tasks.find({ 'settings.user_service_id': user_service_id, user_id }).toArray();
      const rows = documents.map((document) => taskCodec.decode(document, { hidden: true }));
      return { rows: rows.sort((a, b) => a.id - b.id) };
    }),
    implement(readTasksOfServices, async ({ user_ids, user_service_ids }) => {
      const filter = { 'settings.user_service_id': { $in: user_service_ids }, user_id: { $in: user_ids } };
      const documents = await tasks.find(filter).toArray();
      const rows = documents.map((document) => ({
        ...taskCodec.decode(document, { hidden: true }),
        user_service_id: document.settings.user_service_id,
      }));
      return { rows: rows.sort((a, b) => a.id - b.id) as TaskOfService[] };
    }),
    implementReadLastAttempts(store),
  ];
}

/** Whose attempt it is, `settings.user_service_id` says; the column is not always filled (domain.md 1.10). */
const SERVICE_OF = { $ifNull: ['$settings.user_service_id', '$user_service_id'] };

function implementReadLastAttempts(store: Store): Implementation {
  const history = store.collection(SPOOL_HISTORY);
  return implement(readLastAttempts, async ({ user_ids, user_service_ids }) => {
    const newest = await history
      .aggregate([
        { $match: { user_id: { $in: user_ids } } },
        { $set: { of: SERVICE_OF } },
        { $match: { of: { $in: user_service_ids } } },
        { $sort: { _id: -1 } },
        { $group: { _id: '$of', row: { $first: '$$ROOT' } } },
      ])
      .toArray();
    return {
      rows: newest.map(({ _id, row }) => ({
        ...historyCodec.decode(row, { hidden: true }),
        user_service_id: _id,
      })) as AttemptOfService[],
    };
  });
}
