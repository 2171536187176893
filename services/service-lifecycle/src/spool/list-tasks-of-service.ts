import { listUserServiceTasks } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { Store } from '@countinghouse/store';
import { SPOOL, taskCodec } from './task.ts';

/** GET /v1/admin/user/service/spool (domain.md 5.3): all tasks of one service, oldest first. */
export function implementListTasksOfService(store: Store) {
  const tasks = store.collection(SPOOL);
  return implement(listUserServiceTasks, async ({ user_id, user_service_id }) => {
    const documents = await tasks.find({ 'settings.user_service_id': user_service_id, user_id }).toArray();
    const rows = documents.map((document) => taskCodec.decode(document, { hidden: true }));
    return { rows: rows.sort((a, b) => a.id - b.id) };
  });
}
