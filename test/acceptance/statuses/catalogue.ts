import type { World } from '../world.ts';
import type { Arrangements } from './arrangement.ts';

const serviceAlone = async (world: World) => ({ args: { service_id: await world.service() } });

async function eventId(world: World) {
  const body = { title: 'Tell somebody', name: 'registered-elsewhere' };
  const [event] = await world.rows({ method: 'PUT', path: '/v1/admin/service/event', body });
  return { id: event?.id };
}

/** The catalogue of services and the events bound to it. */
export const catalogue: Arrangements = {
  'service.list': { valid: () => ({}) },
  'service.add': {
    valid: (world) => ({ args: { name: world.unique('Added '), cost: 12.5, category: 'web', period: 0.1 } }),
    refused: {
      409: async (world, { args }) => ({ args: { ...args, service_id: await world.service() } }),
    },
    row: { cost: 12.5, period: 0.1, category: 'web' },
  },
  'service.change': {
    valid: async (world) => ({ args: { service_id: await world.service(), cost: 7 } }),
    row: { cost: 7 },
  },
  'service.delete': { valid: serviceAlone },
  'service.children': { valid: serviceAlone },
  'service.set-children': {
    valid: async (world) => ({
      args: { service_id: await world.service(), children: [{ service_id: await world.service(), qnt: 2 }] },
    }),
    row: { qnt: 2 },
  },
  'service.read': { valid: serviceAlone },
  'service.categories': { valid: () => ({}) },
  'service-event.list': { valid: () => ({}) },
  'service-event.add': {
    valid: () => ({ args: { title: 'Tell somebody', name: 'create', settings: { category: 'nothing' } } }),
    refused: { 409: async (world, { args }) => ({ args: { ...args, ...(await eventId(world)) } }) },
    row: { title: 'Tell somebody', name: 'create', settings: { category: 'nothing' } },
  },
  'service-event.change': {
    valid: async (world) => ({ args: { ...(await eventId(world)), title: 'Changed' } }),
    row: { title: 'Changed' },
  },
  'service-event.delete': { valid: async (world) => ({ args: await eventId(world) }) },
};
