import { createBroken } from './catalogue.ts';
import { BROKEN_CATEGORY } from './commands.ts';
import type { PersistentSender } from './persistent-sender.ts';

/** Orders a service whose command nobody can carry out, for a user of its own; answers the user service. */
export async function provokeStuckTask(admin: PersistentSender): Promise<number> {
  const serviceId = await createBroken(admin, BROKEN_CATEGORY);
  const login = { login: 'load.stuck', password: 'password-of-load' };
  const [user] = await admin.rows({ method: 'PUT', path: '/v1/admin/user', body: login, key: 'user-stuck' });
  const body = { user_id: user?.user_id, service_id: serviceId };
  const [row] = await admin.rows({ method: 'PUT', path: '/v1/admin/service/order', body, key: 'order-stuck' });
  return Number(row?.user_service_id);
}

/** Exactly the provoked task is stuck. */
export async function proveStuckTasks(
  admin: PersistentSender,
  userServiceId: number,
  report: (sentence: string) => void,
): Promise<void> {
  const query = { limit: '0', filter: JSON.stringify({ status: 'STUCK' }) };
  const tasks = await admin.rows({ method: 'GET', path: '/v1/admin/spool', query });
  const ofService = (task: Record<string, unknown>) =>
    (task.settings as { user_service_id?: number } | null)?.user_service_id === userServiceId;
  if (tasks.filter(ofService).length !== 1) report(`the provoked task of user service ${userServiceId} is not stuck`);
  for (const task of tasks.filter((one) => !ofService(one)))
    report(`task ${task.id} is STUCK: ${JSON.stringify(task.event)} ${JSON.stringify(task.response)}`);
}
