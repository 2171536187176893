import { changeUser, type JsonObject, mergeSettings, writeUser } from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { deepMerge } from '../configuration/deep-merge.ts';
import { settingsOf } from './settings.ts';
import type { UserChanges } from './user-changes.ts';
import type { UserRows } from './user-rows.ts';

/** Administrators and templates change users. */
export function changeUsers(changes: UserChanges, rows: UserRows): Implementation[] {
  const row = async (change: ReturnType<UserChanges['write']>) => ({ rows: [await rows.rowOf(await change, true)] });
  return [
    implement(changeUser, (args, context) => row(changes.write(args, context))),
    implement(writeUser, (args, context) => row(changes.write(args, context))),
    implement(mergeSettings, ({ user_id: userId, settings }, context) =>
      row(
        changes.apply(
          userId,
          (before) => ({ values: { settings: deepMerge(settingsOf(before), settings as JsonObject) } }),
          context,
        ),
      ),
    ),
  ];
}
