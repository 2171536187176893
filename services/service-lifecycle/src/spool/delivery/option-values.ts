import type { JsonObject, JsonValue } from '@countinghouse/contracts';

/** Text and numbers as text; undefined where the option is absent, empty or something else. */
export function textOption(options: JsonObject, name: string): string | undefined {
  const value = options[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number above 0, also written as text. */
export function numberOption(options: JsonObject, name: string): number | undefined {
  const value = Number(options[name] ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** 0, "0", "", false and "false" switch off; undefined where the option is absent. */
export function switchOption(options: JsonObject, name: string): boolean | undefined {
  const value = options[name];
  return value === undefined || value === null ? undefined : !['0', '', 'false'].includes(String(value));
}

/** Seconds as milliseconds. */
export function secondsOption(options: JsonObject, name: string): number | undefined {
  const seconds = numberOption(options, name);
  return seconds === undefined ? undefined : seconds * 1000;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object; empty where the option is absent or something else. */
export function objectOption(options: JsonObject, name: string): JsonObject {
  const value = options[name];
  return isObject(value) ? value : {};
}
