import type { JsonObject } from '../json.ts';

export const USER_CREATED_EVENT = 'user.created';
export const USER_CHANGED_EVENT = 'user.changed';
export const USER_DELETED_EVENT = 'user.deleted';
/** A user registered himself: tasks for service events named `registered`. */
export const REGISTERED_EVENT = 'registered';
/** A user asked for a new password: tasks for service events named `user_password_reset`. */
export const USER_PASSWORD_RESET_EVENT = 'user_password_reset';

/** The data of the user events: enough for consumers to keep who is there, blocked or an administrator. */
export interface UserEvent {
  readonly user_id: number;
  readonly login?: string;
  readonly block?: number;
  readonly gid?: number;
  readonly partner_id?: number | null;
  readonly settings?: JsonObject;
}
