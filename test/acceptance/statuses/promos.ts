import type { World } from '../world.ts';
import { type Arrangements, UNKNOWN_ID } from './arrangement.ts';

const gift = '{{ user.login }}';

async function newCode(world: World) {
  const code = world.unique('CODE');
  const body = { template_id: await world.template(gift), code };
  await world.rows({ method: 'PUT', path: '/v1/admin/promo', body });
  return code;
}

const byArgument = async (world: World) => ({ args: { id: await newCode(world) } });
const byPath = async (world: World) => ({ rest: await newCode(world) });

/** Promo codes. */
export const promos: Arrangements = {
  'promo.list': { valid: () => ({}) },
  'promo.add': {
    valid: async (world) => ({ args: { template_id: await world.template(gift), settings: { count: 2 } } }),
    refused: {
      404: (_world, { args }) => ({ args: { ...args, user_id: 2_147_483_647 } }),
      409: async (world, { args }) => ({ args: { template_id: args?.template_id, code: await newCode(world) } }),
    },
  },
  'promo.change': {
    valid: async (world) => ({ args: { id: await newCode(world), settings: { status: 0 } } }),
    row: { settings: { status: 0 } },
  },
  'promo.change-by-path': {
    valid: async (world) => ({ rest: await newCode(world), args: { settings: { status: 0 } } }),
    row: { settings: { status: 0 } },
  },
  'promo.delete': { valid: byArgument },
  'promo.delete-by-path': { valid: byPath },
  'promo.apply': {
    valid: async (world) => ({ rest: await newCode(world), as: (await world.user()).send }),
    // An unknown code is 400, as peer-http-api.md 1B has it.
    refused: {
      404: async (world) => ({ rest: await newCode(world), args: { user_id: UNKNOWN_ID }, as: world.callers.admin }),
    },
  },
  'promo.list-own': { valid: async (world) => ({ as: (await world.user()).send }) },
};
