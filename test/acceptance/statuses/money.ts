import type { World } from '../world.ts';
import type { Arrangements } from './arrangement.ts';

async function bonusOf(world: World) {
  const { userId } = await world.user();
  const [row] = await world.rows({ method: 'PUT', path: '/v1/admin/user/bonus', body: { user_id: userId, bonus: 10 } });
  return { user_id: userId, id: row?.id };
}

let months = 100;

async function discountOf(world: World) {
  const body = { title: 'Many months', months: ++months, percent: 5 };
  const [row] = await world.rows({ method: 'PUT', path: '/v1/admin/discount', body });
  return { discount_id: row?.discount_id };
}

/** Payments, bonuses, discounts and the ledger. */
export const money: Arrangements = {
  'pay.list': { valid: () => ({}) },
  'pay.own': { valid: async (world) => ({ as: (await world.richUser()).send }), row: { money: 10_000 } },
  'pay.delete': {
    valid: async (world) => {
      const { userId } = await world.user();
      return { args: { user_id: userId, id: (await world.pay(userId, 5)).id } };
    },
  },
  'payment.add': {
    valid: async (world) => ({ args: { user_id: (await world.user()).userId, money: 12.34, uniq_key: 'once' } }),
    refused: {
      409: async (world) => {
        const { userId } = await world.user();
        const args = { user_id: userId, money: 5, uniq_key: 'twice' };
        await world.rows({ method: 'PUT', path: '/v1/admin/user/payment', body: args });
        return { args: { ...args, money: 6 } };
      },
    },
    row: { money: 12.34, uniq_key: 'once' },
  },
  'bonus.list': { valid: () => ({}) },
  'bonus.add': {
    valid: async (world) => ({ args: { user_id: (await world.user()).userId, bonus: 1.5 } }),
    row: { bonus: 1.5 },
  },
  'bonus.change': {
    valid: async (world) => ({ args: { ...(await bonusOf(world)), comment: { why: 'gift' } } }),
    row: { comment: { why: 'gift' } },
  },
  'bonus.delete': { valid: async (world) => ({ args: await bonusOf(world) }) },
  'discount.list': { valid: () => ({}) },
  'discount.add': {
    valid: () => ({ args: { title: 'Many months', months: ++months, percent: 5 } }),
    refused: {
      409: async (world, { args }) => {
        await discountOf(world);
        return { args: { ...args, months } };
      },
    },
    row: { percent: 5 },
  },
  'discount.change': {
    valid: async (world) => ({ args: { ...(await discountOf(world)), percent: 7 } }),
    refused: {
      409: async (world, { args }) => {
        await discountOf(world);
        return { args: { ...args, months } };
      },
    },
    row: { percent: 7 },
  },
  'discount.delete': { valid: async (world) => ({ args: await discountOf(world) }) },
  'ledger.list': { valid: () => ({}) },
  'ledger.verify': {
    valid: () => ({}),
    refused: { 404: () => ({ args: { user_id: 2_147_483_647 } }) },
    row: { ok: 1 },
  },
};
