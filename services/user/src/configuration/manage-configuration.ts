import {
  addConfig,
  type ConfigRow,
  changeConfig,
  config,
  deleteConfig,
  deleteConfigMember,
  invalidArgument,
  type JsonObject,
  jsonDepth,
  listConfig,
  MAX_JSON_DEPTH,
  mergeConfigKey,
  objectNotFound,
  readCompany,
  readConfigKey,
  readConfiguration,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { list, listQuery } from '@countinghouse/store';
import { type ConfigDocument, type Configuration, configCodec } from './configuration.ts';
import { deepMerge } from './deep-merge.ts';

/** Configuration by key, for administrators and for the other services. */
export function manageConfiguration(configuration: Configuration): Implementation[] {
  return [...wholeValues(configuration), ...members(configuration), ...readers(configuration)];
}

function wholeValues(configuration: Configuration): Implementation[] {
  return [
    implement(listConfig, (args) => {
      const query = listQuery(config, { ...args }, { isAdmin: true, rawText: ['value'] });
      return list<ConfigRow>(configuration.collection as never, configCodec, query);
    }),
    implement(addConfig, async ({ key, value }, { now }) =>
      rowsOf(await configuration.add(key, value as JsonObject, now)),
    ),
    implement(changeConfig, async ({ key, value }, { now }) =>
      rowsOf(await configuration.change(key, (before) => (value as JsonObject | undefined) ?? before, now)),
    ),
    implement(deleteConfig, async ({ key }, { now }) => {
      if (!(await configuration.delete(key, now))) throw objectNotFound();
      return { rows: ['1'] };
    }),
  ];
}

function members(configuration: Configuration): Implementation[] {
  return [
    implement(readConfigKey, async ({ key }) => ({ rows: [await configuration.value(key)] })),
    implement(mergeConfigKey, async ({ key, body }, { now }) => {
      const change = objectOf(body);
      return rowsOf(await configuration.change(key, (before) => deepMerge(before, change), now));
    }),
    implement(deleteConfigMember, async ({ key, value: member }, { now }) =>
      rowsOf(await configuration.change(key, (before) => withoutMember(before, member), now)),
    ),
  ];
}

function readers(configuration: Configuration): Implementation[] {
  return [
    implement(readCompany, async () => ({ rows: [await configuration.value('company')] })),
    implement(readConfiguration, async () => ({ rows: await configuration.all() })),
  ];
}

function rowsOf(document: ConfigDocument): { rows: ConfigRow[] } {
  return { rows: [configCodec.decode(document)] };
}

function withoutMember(value: JsonObject, member: string): JsonObject {
  if (!Object.hasOwn(value, member)) throw objectNotFound();
  const { [member]: _removed, ...rest } = value;
  return rest;
}

/** The body of a merge: JSON text of an object. */
function objectOf(body: string): JsonObject {
  const decoded = decode(body);
  if (typeof decoded !== 'object' || decoded === null || Array.isArray(decoded)) throw invalidBody();
  if (jsonDepth(decoded as JsonObject) > MAX_JSON_DEPTH) throw invalidBody();
  return decoded as JsonObject;
}

function decode(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function invalidBody(): Error {
  return invalidArgument('body', `a JSON object at most ${MAX_JSON_DEPTH} levels deep`);
}
