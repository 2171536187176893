import { readFigures, userNotFound } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';

/** Every user has an account from the moment he exists; Fault 404 where there is none. */
export async function requireUser(context: Context, userId: number): Promise<void> {
  const { rows } = await context.call(readFigures, { user_ids: [userId] });
  if (rows.length === 0) throw userNotFound();
}
