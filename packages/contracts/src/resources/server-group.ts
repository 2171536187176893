import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';
import { TRANSPORTS } from './server.ts';

/** Which server of a group a task gets (domain.md 4.5): any, the fullest, the emptiest. */
export const SELECTION_RULES = ['random', 'by-one', 'evenly'] as const;

/** Servers among which a task's server is selected (domain.md 1.13). */
export const serverGroup = resource({
  name: 'server_group',
  key: 'group_id',
  fields: {
    group_id: field.id(),
    name: field.text({ max: 128 }),
    type: field.text({ default: 'random', oneOf: SELECTION_RULES }),
    transport: field.text({ default: 'ssh', oneOf: TRANSPORTS }),
    settings: field.json({ nullable: true, shape: 'object' }),
  },
});
export type ServerGroupRow = RowOfResource<typeof serverGroup>;
