import { z } from 'zod';
import * as field from '../field.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { type ListArguments, listArguments } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { type ConfigRow, config } from '../resources/config.ts';

const owner = 'user';
const path = '/v1/admin/config';
const nothing = z.object({}) as unknown as z.ZodType<Record<string, never>>;

export const listConfig = operation<ListArguments & { key?: string | undefined }, 'list', ConfigRow>({
  id: 'config.list',
  owner,
  summary: 'Lists the configuration',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(config) as z.ZodType<ListArguments & { key?: string | undefined }>,
  result: 'list',
  list: config,
});

type WriteConfig = { key: string; value: JsonValue };

/** 409 where the key is there already. */
export const addConfig = operation<WriteConfig, 'rows', ConfigRow>({
  id: 'config.add',
  owner,
  summary: 'Adds a key to the configuration',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf(config.fields, ['key', 'value']),
  result: 'rows',
  item: config.fields,
  errors: [409],
});

/** The value is replaced as a whole; without one nothing changes. */
export const changeConfig = operation<{ key: string; value?: JsonValue | undefined }, 'rows', ConfigRow>({
  id: 'config.change',
  owner,
  summary: 'Replaces a value of the configuration',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf(config.fields, ['key']),
  result: 'rows',
  item: config.fields,
  errors: [404],
});

/** Keys that begin with `_` stay: 400 `KeyProhibited`. Answers `['1']`. */
export const deleteConfig = operation<{ key: string }, 'rows', string>({
  id: 'config.delete',
  owner,
  summary: 'Deletes a key of the configuration',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf({ key: config.fields.key }, ['key']),
  result: 'rows',
  errors: [404],
});

const keyPath = `${path}/*key`;

/** `{}` where the key is missing. */
export const readConfigKey = operation<{ key: string }, 'rows', JsonObject>({
  id: 'config.value',
  owner,
  summary: 'Shows the value of a key of the configuration',
  access: 'admin',
  http: { method: 'GET', path: keyPath },
  args: argumentsOf({ key: config.fields.key }, ['key']),
  result: 'rows',
});

/** Deep merge: null deletes a member, an empty object replaces, lists and scalars replace (domain.md 0). */
export const mergeConfigKey = operation<{ key: string; body: string }, 'rows', ConfigRow>({
  id: 'config.merge',
  owner,
  summary: 'Merges into the value of a key of the configuration',
  access: 'admin',
  http: { method: 'POST', path: keyPath },
  args: z.object({
    ...argumentsOf({ key: config.fields.key }, ['key']).shape,
    body: field.text().schema,
  }) as unknown as z.ZodType<{ key: string; body: string }>,
  result: 'rows',
  item: config.fields,
  rawBody: true,
  errors: [404],
});

/** Removes the member that `value` names. */
export const deleteConfigMember = operation<{ key: string; value: string }, 'rows', ConfigRow>({
  id: 'config.delete-member',
  owner,
  summary: 'Removes a member of a value of the configuration',
  access: 'admin',
  http: { method: 'DELETE', path: keyPath },
  args: argumentsOf({ key: config.fields.key, value: field.text({ max: 255 }) }, ['key', 'value']),
  result: 'rows',
  item: config.fields,
  errors: [404],
});

/** The configuration's `company`. */
export const readCompany = operation<Record<string, never>, 'rows', JsonObject>({
  id: 'config.company',
  owner,
  summary: 'Shows who runs the service',
  access: 'public',
  http: { method: 'GET', path: '/v1/company' },
  args: nothing,
  result: 'rows',
});

/** All of it, for the other services: each keeps a projection fed by `config.changed`. */
export const readConfiguration = operation<Record<string, never>, 'rows', ConfigRow>({
  id: 'config.read',
  owner,
  summary: 'The whole configuration',
  access: 'internal',
  args: nothing,
  result: 'rows',
  item: config.fields,
});

/** Published with every change; the value of a deleted key is null. */
export const CONFIG_CHANGED_EVENT = 'config.changed';
export interface ConfigChanged {
  readonly key: string;
  readonly value: JsonObject | null;
}

export const configurationOperations = [
  listConfig,
  addConfig,
  changeConfig,
  deleteConfig,
  readConfigKey,
  mergeConfigKey,
  deleteConfigMember,
  readCompany,
  readConfiguration,
] as const;
