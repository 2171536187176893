import { readFigures } from '@countinghouse/contracts';
import type { Runtime } from '@countinghouse/service';
import type { ClaimedTask } from './claimed-task.ts';

/** Does the task's user have an account? Who was deleted has none. */
export async function hasAccount(
  runtime: Pick<Runtime, 'systemContext'>,
  { userId, key }: Pick<ClaimedTask, 'userId' | 'key'>,
): Promise<boolean> {
  const context = runtime.systemContext(`task:${key}`, userId);
  const { rows } = await context.call(readFigures, { user_ids: [userId] });
  return rows.length > 0;
}
