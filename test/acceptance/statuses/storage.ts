import type { World } from '../world.ts';
import type { Arrangements } from './arrangement.ts';

async function ownRecord(world: World) {
  const { send } = await world.user();
  await send({ method: 'PUT', path: '/v1/storage/manage/kept', text: 'what is kept' });
  return { rest: 'kept', as: send };
}

async function recordOfUser(world: World) {
  const { userId } = await world.user();
  const args = { user_id: userId, name: 'kept' };
  await world.rows({ method: 'PUT', path: '/v1/admin/storage/manage', body: { ...args, data: 'what is kept' } });
  return args;
}

const recordByPath = async (world: World) => {
  const { user_id, name } = await recordOfUser(world);
  return { rest: name, args: { user_id } };
};

/** Records that users and administrators store. */
export const storage: Arrangements = {
  'storage.list-own': { valid: async (world) => ({ as: (await ownRecord(world)).as }), row: { name: 'kept' } },
  'storage.read-own': { valid: ownRecord },
  'storage.add-own': {
    valid: async (world) => ({ rest: 'new', text: 'what is kept', as: (await world.user()).send }),
    refused: {
      404: (world, valid) => ({ ...valid, args: { user_id: 2_147_483_647 }, as: world.callers.admin }),
      409: async (world) => ({ ...(await ownRecord(world)), text: 'other' }),
    },
  },
  'storage.replace-own': { valid: async (world) => ({ ...(await ownRecord(world)), text: 'other' }) },
  'storage.delete-own': { valid: ownRecord },
  'storage.delete-own-by-argument': {
    valid: async (world) => ({ args: { name: 'kept' }, as: (await ownRecord(world)).as }),
    refused: { 404: (_world, valid) => ({ ...valid, args: { name: 'no-such-name' } }) },
  },
  'storage.download': { valid: ownRecord },
  'storage.list': { valid: () => ({}) },
  'storage.add': {
    valid: async (world) => ({ args: { user_id: (await world.user()).userId, name: 'new', data: { a: 1 } } }),
    refused: { 409: async (world) => ({ args: { ...(await recordOfUser(world)), data: 'other' } }) },
    row: { name: 'new' },
  },
  'storage.change': { valid: async (world) => ({ args: { ...(await recordOfUser(world)), data: 'other' } }) },
  'storage.delete': { valid: async (world) => ({ args: await recordOfUser(world) }) },
  'storage.delete-by-path': { valid: recordByPath },
  'storage.read-by-path': { valid: recordByPath },
  'storage.replace-by-path': { valid: async (world) => ({ ...(await recordByPath(world)), text: 'other' }) },
};
