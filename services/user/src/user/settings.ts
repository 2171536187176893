import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import { objectOf } from '../configuration/json-object.ts';
import type { UserDocument } from './user-document.ts';

/** The settings of a stored user. */
export function settingsOf(document: Pick<UserDocument, 'settings_text'>): JsonObject {
  const { settings_text: text } = document;
  return typeof text === 'string' ? (JSON.parse(text) as JsonObject) : {};
}

/** `settings.partner.income_percent` where it is an integer percent, else null: the configured one counts (domain.md 2.12). */
export function incomePercentOf(settings: JsonObject): number | null {
  const percent = Number(memberOf(memberOf(settings, 'partner'), 'income_percent') ?? Number.NaN);
  return Number.isInteger(percent) && percent >= 0 && percent <= 100 ? percent : null;
}

/** A member of an object, undefined of anything else. */
export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  const object = objectOf(value);
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
