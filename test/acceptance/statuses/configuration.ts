import type { World } from '../world.ts';
import type { Arrangements } from './arrangement.ts';

async function newKey(world: World) {
  const key = world.unique('key-');
  await world.rows({ method: 'PUT', path: '/v1/admin/config', body: { key, value: { a: 1 } } });
  return key;
}

const unknownKey = (_world: World, { args }: { args?: object }) => ({ args: { ...args, key: 'no-such-key' } });

/** The configuration. */
export const configuration: Arrangements = {
  'config.list': { valid: () => ({}) },
  'config.add': {
    valid: (world) => ({ args: { key: world.unique('key-'), value: { a: 1 } } }),
    refused: { 409: async (world) => ({ args: { key: await newKey(world), value: { b: 2 } } }) },
    row: { value: { a: 1 } },
  },
  'config.change': {
    valid: async (world) => ({ args: { key: await newKey(world), value: { b: 2 } } }),
    refused: { 404: unknownKey },
    row: { value: { b: 2 } },
  },
  'config.delete': {
    valid: async (world) => ({ args: { key: await newKey(world) } }),
    refused: { 404: unknownKey },
  },
  'config.value': { valid: async (world) => ({ rest: await newKey(world) }), row: { a: 1 } },
  'config.merge': {
    valid: async (world) => ({ rest: await newKey(world), text: '{"b":2}' }),
    row: { value: { a: 1, b: 2 } },
  },
  'config.delete-member': { valid: async (world) => ({ rest: await newKey(world), args: { value: 'a' } }) },
  'config.company': { valid: () => ({}) },
};
