import type { World } from '../world.ts';
import type { Arranged, Arrangement, Arrangements } from './arrangement.ts';
import { fromOutside } from './outside-address.ts';

/** A command of an administrator on one ACTIVE service. */
function command(more: (world: World) => object | Promise<object> = () => ({}), row: object = {}): Arrangement {
  return {
    valid: async (world) => {
      const { userId, userServiceId } = await world.active();
      return { args: { user_id: userId, user_service_id: userServiceId, ...(await more(world)) } };
    },
    row,
  };
}

/** A command of a user on his own ACTIVE service. */
function ownCommand(more: (world: World) => object | Promise<object> = () => ({}), row: object = {}): Arrangement {
  return {
    valid: async (world) => {
      const { send, userServiceId } = await world.active();
      return { args: { user_service_id: userServiceId, ...(await more(world)) }, as: send };
    },
    row,
  };
}

async function blocked(world: World) {
  const service = await world.active();
  const args = { user_id: service.userId, user_service_id: service.userServiceId };
  await world.rows({ method: 'POST', path: '/v1/admin/user/service/stop', body: args });
  return { ...service, args };
}

async function withdrawOf(world: World): Promise<Arranged> {
  const { userId, userServiceId, serviceId } = await world.active();
  const [row] = await world.rows({
    method: 'PUT',
    path: '/v1/admin/user/service/withdraw',
    body: { user_id: userId, user_service_id: userServiceId, service_id: serviceId, cost: 50 },
  });
  return { args: { user_id: userId, withdraw_id: row?.withdraw_id } };
}

/** The services of users, their orders, write-offs and tasks. */
export const userServices: Arrangements = {
  'user-service.list': { valid: () => ({}) },
  'user-service.add': {
    valid: async (world) => ({ args: { user_id: (await world.user()).userId, service_id: await world.service() } }),
    refused: { 404: (_world, { args }) => ({ args: { ...args, user_id: 2_147_483_647 } }) },
    row: { status: 'INIT', withdraw_id: null },
  },
  'user-service.write': command(() => ({ settings: { quota: 5 } }), { settings: { quota: 5 } }),
  'user-service.delete': { valid: async (world) => ({ args: (await blocked(world)).args }) },
  'user-service.stop': command(undefined, { status: 'BLOCK' }),
  'user-service.activate': {
    valid: async (world) => ({ args: (await blocked(world)).args }),
    row: { status: 'ACTIVE' },
  },
  'user-service.touch': command(undefined, { status: 'ACTIVE' }),
  'user-service.change': command(async (world) => ({ service_id: await world.service({ cost: 200 }) })),
  'user-service.status': command(() => ({ status: 'BLOCK' }), { status: 'BLOCK' }),
  'user-service.finish': command(),
  'user-service.recalc': {
    valid: async (world) => {
      const { userId } = await world.user();
      const userServiceId = await world.order(userId, await world.service());
      return { args: { user_id: userId, user_service_id: userServiceId, months: 2 } };
    },
    row: { status: 'NOT PAID' },
  },
  'user-service.extend': command(() => ({ money: 100 }), { status: 'ACTIVE' }),
  'user-service.own': { valid: async (world) => ({ as: (await world.active()).send }) },
  'user-service.delete-own': {
    valid: async (world) => {
      const { send, userServiceId } = await blocked(world);
      return { args: { user_service_id: userServiceId }, as: send };
    },
  },
  'user-service.stop-own': ownCommand(undefined, { status: 'BLOCK' }),
  'user-service.change-own': ownCommand(async (world) => ({ service_id: await world.service({ cost: 200 }) })),
  'user-service.tasks': command(),
  'user-service.withdraws': { valid: () => ({}) },
  'user-service.own-withdraws': { valid: async (world) => ({ as: (await world.active()).send }), row: { total: 100 } },
  'user-service.add-withdraw': {
    valid: async (world) => {
      const { userId, userServiceId, serviceId } = await world.active();
      return { args: { user_id: userId, user_service_id: userServiceId, service_id: serviceId, cost: 50 } };
    },
    refused: { 404: (_world, { args }) => ({ args: { ...args, user_id: 2_147_483_647 } }) },
    row: { cost: 50, withdraw_date: null },
  },
  'user-service.change-withdraw': {
    valid: async (world) => {
      const { userId, userServiceId } = await world.active();
      const query = { user_id: userId };
      const [row] = await world.rows({ method: 'GET', path: '/v1/admin/user/service/withdraw', query });
      return { args: { user_id: userId, withdraw_id: row?.withdraw_id, user_service_id: userServiceId, cost: 80 } };
    },
    row: { cost: 80 },
  },
  'user-service.delete-withdraw': { valid: withdrawOf },
  'order.offers': { valid: async (world) => ({ as: (await world.user()).send }) },
  'order.offers-of-user': {
    valid: async (world) => ({ args: { user_id: (await world.user()).userId } }),
    refused: { 404: () => ({ args: { user_id: 2_147_483_647 } }) },
  },
  'order.create': {
    valid: async (world) => ({ args: { service_id: await world.service() }, as: (await world.richUser()).send }),
    refused: {
      404: (world, { args }) => ({ args: { ...args, user_id: 2_147_483_647 }, as: world.callers.admin }),
      429: async (world, { args }) => {
        const { send } = await world.richUser();
        const headers = fromOutside();
        for (let count = 0; count < 5; count += 1)
          await send({ method: 'PUT', path: '/v1/service/order', body: args, headers });
        return { args: { ...args }, as: send, headers };
      },
    },
    row: { status: 'ACTIVE' },
  },
  'order.create-for-user': {
    valid: async (world) => ({
      args: { user_id: (await world.richUser()).userId, service_id: await world.service() },
    }),
    refused: { 404: (_world, { args }) => ({ args: { ...args, user_id: 2_147_483_647 } }) },
    row: { status: 'ACTIVE' },
  },
  'forecast.read': { valid: async (world) => ({ as: (await world.active()).send }) },
};
