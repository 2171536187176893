import { deleteUser, removeUser } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import type { UserDeletion } from './user-deletion.ts';

export function deleteUsers(deletion: UserDeletion): Implementation[] {
  return [deleteUser, removeUser].map((operation) =>
    implement(operation, async ({ user_id: userId, force }, context) => {
      await deletion.delete(userId, force === 1, context);
      return { rows: ['1'] };
    }),
  );
}
