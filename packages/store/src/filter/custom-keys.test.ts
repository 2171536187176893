import type { JsonObject } from '@countinghouse/contracts';
import { describe, expect, it } from 'vitest';
import { things } from '../test-resource.ts';
import { compileFilter } from './compile-filter.ts';
import { resolveCustomKeys } from './custom-keys.ts';

describe('resolveCustomKeys', () => {
  it('looks up the conditions of keys wherever the filter has them', async () => {
    const asked: unknown[] = [];
    const resolvers = {
      category: async (value: unknown) => {
        asked.push(value);
        return { user_id: { $in: [asked.length] } };
      },
    };
    const filter: JsonObject = { category: 'a', '-or': [{ block: 1 }, { '-and': { category: 'b', block: 0 } }] };
    const custom = await resolveCustomKeys(filter, resolvers);
    expect(asked).toEqual(['a', 'b']);
    expect(compileFilter(things, filter, { isAdmin: true, custom })).toEqual({
      user_id: { $in: [1] },
      $or: [{ block: 1 }, { user_id: { $in: [2] }, block: 0 }],
    });
    expect(await resolveCustomKeys(undefined, resolvers)).toHaveProperty('category');
  });
});
