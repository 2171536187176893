import type { World } from '../world.ts';
import type { Arrangement, Arrangements } from './arrangement.ts';

/** A task that no worker takes by itself. */
async function pausedTask(world: World) {
  const body = { event: { title: 'Nothing', kind: 'Jobs', method: 'job_cleanup' }, status: 'PAUSED' };
  const [row] = await world.rows({ method: 'PUT', path: '/v1/admin/spool', body });
  return { id: row?.id };
}

const onTask: Arrangement = { valid: async (world) => ({ args: await pausedTask(world) }) };

/** The queue of tasks. */
export const spool: Arrangements = {
  'spool.list': { valid: () => ({}) },
  'spool-history.list': { valid: () => ({}) },
  'spool.statuses': { valid: () => ({}) },
  'spool.add': {
    valid: () => ({ args: { event: { title: 'Nothing', kind: 'Jobs' }, status: 'PAUSED', prio: 7 } }),
    refused: { 404: () => ({ args: { user_id: 2_147_483_647, event: { title: 'Nothing' }, status: 'PAUSED' } }) },
    row: { status: 'PAUSED', prio: 7 },
  },
  'spool.change': { valid: async (world) => ({ args: { ...(await pausedTask(world)), prio: 5 } }), row: { prio: 5 } },
  'spool.delete': onTask,
  'spool.manual': {
    valid: async (world) => ({ rest: 'pause', args: await pausedTask(world) }),
    refused: { 404: () => ({ rest: 'pause', args: { id: 2_147_483_647 } }) },
    row: { status: 'PAUSED' },
  },
  'spool.success': onTask,
  'spool.pause': { ...onTask, row: { status: 'PAUSED' } },
  'spool.resume': { ...onTask, row: { status: 'NEW' } },
  'spool.retry': { ...onTask, row: { status: 'NEW' } },
};
