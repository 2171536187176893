import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

export const TASK_STATUSES = ['NEW', 'SUCCESS', 'FAIL', 'DELAYED', 'STUCK', 'PAUSED'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** A task of the queue (peer-http-api.md A12, domain.md 1.10). Smaller `prio` runs first. */
export const spoolTask = resource({
  name: 'spool_task',
  key: 'id',
  rangeField: 'created',
  fields: {
    id: field.id(),
    user_id: field.id(),
    user_service_id: field.id({ nullable: true }),
    event: field.json({
      default: {},
      shape: 'object',
      description: '{id?, kind, title, name, server_gid?, settings?}',
    }),
    prio: field.integer({ default: 100 }),
    status: field.text({ default: 'NEW', oneOf: TASK_STATUSES }),
    response: field.json({ nullable: true }),
    created: field.date(),
    executed: field.date({ nullable: true }),
    delayed: field.integer({ default: 0, min: 0, description: 'Seconds to wait after executed' }),
    settings: field.json({ nullable: true, shape: 'object' }),
  },
});
export type SpoolTaskRow = RowOfResource<typeof spoolTask>;

/** One attempt of a task, begun at `created`; it stays when the task is gone (domain.md 1.11). */
export const spoolHistory = resource({
  name: 'spool_history',
  key: 'id',
  rangeField: 'created',
  fields: { ...spoolTask.fields, spool_id: field.id() },
});
export type SpoolHistoryRow = RowOfResource<typeof spoolHistory>;
