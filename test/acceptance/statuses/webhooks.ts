import type { World } from '../world.ts';
import type { Arrangements } from './arrangement.ts';

/** Switched off, so that nothing is sent. */
const VALUES = { url: 'https://example.com/hook', secret: 'a secret for signatures', enabled: 0 } as const;

async function newWebhook(world: World) {
  const [row] = await world.rows({ method: 'PUT', path: '/v1/admin/webhook', body: VALUES });
  return { id: row?.id };
}

/** Systems that are told of events. */
export const webhooks: Arrangements = {
  'webhook.list': { valid: () => ({}) },
  'webhook.add': { valid: () => ({ args: { ...VALUES, title: 'added' } }), row: { title: 'added', enabled: 0 } },
  'webhook.change': {
    valid: async (world) => ({ args: { ...(await newWebhook(world)), title: 'changed' } }),
    row: { title: 'changed' },
  },
  'webhook.delete': { valid: async (world) => ({ args: await newWebhook(world) }) },
};
