import {
  loadStorage,
  readStorageOf,
  removeStorage,
  type StorageRow,
  type StoredData,
  saveStorage,
  selectStorage,
  storageRecord,
} from '@countinghouse/contracts';
import { type Arguments, textOf } from './arguments.ts';
import { membersOf } from './common-members.ts';
import { copyForTemplate, toJsonValue } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import type { Kind, ModelObject } from './model-object.ts';
import { parsed } from './parsed-arguments.ts';
import { isTrue } from './query/query-state.ts';
import { allRows, inChunks } from './read-rows.ts';
import { referenced } from './relations.ts';

type Storage = ModelObject<StorageRow>;

/** Stored records of a user (templates.md 2.3, `storage`). */
export function storageKind(kinds: () => Kinds): Kind<StorageRow> {
  return {
    name: 'storage',
    resource: storageRecord,
    isOwned: true,
    read: async (render, ids) => {
      const { rows } = await render.read(selectStorage, { limit: 0, filter: { id: [...ids] } });
      return allRows(rows);
    },
    select: (render, args) => render.read(selectStorage, args),
    members: membersOf<StorageRow>({
      user: async (self) => (await referenced(self, 'user_id', kinds().user))?.handle,
      load: async (self, args) => decoded(await load(self, args)),
      read: async (self, args) => {
        const stored = await load(self, args);
        const { decode_json: decode } = pairsAfterName(args);
        return isTrue(decode) ? fromJsonText(stored?.data) : stored?.data;
      },
      save: async (self, args) => {
        await write(self, 'storage.save', args, 'put');
        return args.positional[1] ?? '';
      },
      add: async (self, args) => {
        await write(self, 'storage.add', args, 'add');
        return '';
      },
      replace: async (self, args) => {
        await write(self, 'storage.replace', args, 'put');
        return '';
      },
      del: async (self, args) => {
        const given = parsed(removeStorage, { user_id: ownerId(self), name: nameOf(args) });
        const { rows } = await self.render.write('storage.del', removeStorage, given);
        return rows[0] ?? 0;
      },
    }),
  };
}

function ownerId(self: Storage): number {
  if (!self.owner) throw new Error('storage: there is no user');
  return self.owner.userId;
}

function nameOf(args: Arguments): string {
  return args.text(0) || textOf(args.named.name);
}

/** `read('name', n, 'decode_json', 1)` names the record by a pair. */
function pairsAfterName(args: Arguments): Record<string, unknown> {
  const isPaired = args.positional[0] === 'name';
  const pairs = isPaired ? args.positional : args.positional.slice(1);
  const found: Record<string, unknown> = { ...args.named };
  for (let index = 0; index + 1 < pairs.length; index += 2) found[String(pairs[index])] = pairs[index + 1];
  return isPaired ? found : { name: nameOf(args), ...found };
}

/** The record of the name that is given, else the object's own; asked for all users of the page at once. */
async function load(self: Storage, args: Arguments): Promise<StoredData | undefined> {
  if (!self.owner) return undefined;
  const name = pairsAfterName(args).name || (await self.column('name'));
  if (typeof name !== 'string' || name === '') return undefined;
  const { userId, cohort } = self.owner;
  if (cohort.ids.length < 2) return loadOne(self, userId, name);
  const { user_id: _alone, ...same } = parsed(loadStorage, { user_id: userId, name });
  const stored = await cohort.related(`storage ${name}`, async ({ ids }) => {
    const rows = await inChunks(ids, (chunk) => self.render.read(readStorageOf, { ...same, user_ids: chunk }));
    return new Map(rows.map((row) => [row.user_id, row]));
  });
  const { data, ...row } = stored.get(userId) ?? {};
  if (data === undefined) return stored.has(userId) ? loadOne(self, userId, name) : undefined;
  return { ...row, data } as StoredData;
}

function loadOne(self: Storage, userId: number, name: string): Promise<StoredData | undefined> {
  return self.render.once(`storage ${userId} ${name}`, async () => {
    const { rows } = await self.render.read(loadStorage, parsed(loadStorage, { user_id: userId, name }));
    return rows[0];
  });
}

/** What was saved as JSON comes back as data. */
function decoded(stored: StoredData | undefined): unknown {
  const settings = stored?.settings as { json?: unknown } | null | undefined;
  return isTrue(settings?.json) ? fromJsonText(stored?.data) : stored?.data;
}

function fromJsonText(data: string | undefined): unknown {
  if (data === undefined || data === '') return undefined;
  try {
    return copyForTemplate(JSON.parse(data));
  } catch {
    return undefined;
  }
}

/** A hash or a list is stored as JSON. */
async function write(self: Storage, member: string, args: Arguments, mode: 'add' | 'put'): Promise<void> {
  const pairs = pairsAfterName(args);
  const [, second] = args.positional;
  const value = args.positional[0] === 'name' ? pairs.data : (second ?? args.named.data ?? args.named);
  const isData = typeof value === 'object' && value !== null;
  const given = {
    user_id: ownerId(self),
    name: pairs.name,
    data: isData ? JSON.stringify(toJsonValue(value)) : String(value ?? ''),
    mode,
    ...(isData ? { settings: { json: 1 } } : {}),
  };
  await self.render.write(member, saveStorage, parsed(saveStorage, given));
}
