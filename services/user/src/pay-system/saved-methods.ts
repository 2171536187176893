import type { JsonObject } from '@countinghouse/contracts';
import { objectOf } from '../configuration/json-object.ts';
import { settingsOf } from '../user/settings.ts';
import type { UserDocument } from '../user/user-document.ts';
import type { UserChange } from '../user/users.ts';
import { isSet, textOf } from './configured-entry.ts';

/** The ways to pay again that a user saved, by pay system: `settings.pay_systems` (domain.md 1.1). */
export function savedMethods(user: Pick<UserDocument, 'settings_text'>): JsonObject {
  return objectOf(settingsOf(user).pay_systems);
}

export interface SavedMethod {
  readonly paysystem: string;
  /** What the pay system called it, such as the last digits of a card. */
  readonly name: string | undefined;
}

/** The same without what is empty. */
export function listSavedMethods(user: Pick<UserDocument, 'settings_text'>): SavedMethod[] {
  return Object.entries(savedMethods(user))
    .filter(([, method]) => isSet(method))
    .map(([paysystem, method]) => ({ paysystem, name: textOf(objectOf(method).name) }));
}

/** Forgets one, or all where no name is given; undefined where there is nothing to forget. */
export function withoutMethod(user: UserDocument, name: string | null | undefined): UserChange | undefined {
  const { pay_systems: _all, ...settings } = settingsOf(user);
  const saved = savedMethods(user);
  if (Object.keys(saved).length === 0) return undefined;
  if (!name) return { values: { settings } };
  const { [name]: removed, ...others } = saved;
  return removed === undefined ? undefined : { values: { settings: { ...settings, pay_systems: others } } };
}
