import { hostObject } from '@countinghouse/template-language';
import type { KeptValues } from '../kept/kept-values.ts';
import { fromJson } from './functions.ts';
import { JsonText } from './json-text.ts';
import type { Render } from './render.ts';

const KEY_CHARACTERS_MAX = 255;
const VALUE_CHARACTERS_MAX = 1024 * 1024;

/** `cache`: values that templates keep by name (templates.md 2.3); hashes and lists are kept as JSON. */
export function cache(render: Render, kept: KeptValues): object {
  const writing = <T>(member: string, write: () => Promise<T>): Promise<T> => {
    render.requireWrite(`cache.${member}`);
    return write();
  };
  const members: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    get: (key) => kept.get(checkedKey(key)),
    get_json: async (key) => fromJson(await kept.get(checkedKey(key))),
    set: (key, value, seconds) =>
      writing('set', async () => {
        await kept.set(checkedKey(key), checkedValue(value), Math.max(0, Number(seconds ?? 0) || 0));
        return '';
      }),
    delete: (key) =>
      writing('delete', async () => {
        await kept.delete(checkedKey(key));
        return '';
      }),
    increment: (key, by) =>
      writing('increment', async () => {
        const step = by === undefined || by === '' ? 1 : Number(by);
        if (!Number.isFinite(step)) throw new Error('cache.increment: expected a number');
        if (typeof (await kept.get(checkedKey(key))) === 'string')
          throw new Error('cache.increment: the value is a text');
        return kept.increment(checkedKey(key), step);
      }),
  };
  return hostObject({
    get: (name) => {
      if (Object.hasOwn(members, name)) return members[name];
      throw new Error(`cache.${name} is not offered`);
    },
  });
}

function checkedKey(key: unknown): string {
  const text = typeof key === 'string' || typeof key === 'number' ? String(key) : '';
  if (text === '' || text.length > KEY_CHARACTERS_MAX) {
    throw new Error(`cache: expected a key of at most ${KEY_CHARACTERS_MAX} characters`);
  }
  return text;
}

function checkedValue(value: unknown): string | number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const text = typeof value === 'string' ? value : new JsonText().write(value);
  if (text.length > VALUE_CHARACTERS_MAX) throw new Error(`cache.set: at most ${VALUE_CHARACTERS_MAX} characters`);
  return text;
}
