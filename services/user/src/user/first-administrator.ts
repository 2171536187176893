import type { Context } from '@countinghouse/service';
import type { UserCreation } from './user-creation.ts';
import type { Users } from './users.ts';

export interface FirstAdministrator {
  readonly login: string;
  readonly password: string;
}

/**
 * Adds the administrator of a fresh system, where there is none. Replicas that start together agree by the key of the
 * creation. His account is opened when what is pending is settled.
 */
export async function addFirstAdministrator(
  given: FirstAdministrator,
  users: Users,
  creation: UserCreation,
  context: Context,
): Promise<void> {
  const administrator = await users.collection.findOne({ gid: 1 }, { projection: { _id: 1 } });
  if (administrator) return;
  const fields = { gid: 1, full_name: 'Administrator' };
  const created = await creation.insert({ ...given, fields, anyPassword: true }, context);
  context.log.info({ userId: created._id, login: created.login }, 'added the first administrator');
}
