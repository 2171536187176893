import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/**
 * What is done when an event happens (peer-http-api.md A3). `settings.category` is a LIKE pattern of service categories;
 * an event without it matches no service (decisions.md 18).
 */
export const serviceEvent = resource({
  name: 'service_event',
  key: 'id',
  fields: {
    id: field.id(),
    kind: field.text({ max: 32, default: 'UserService' }),
    title: field.text({ max: 128 }),
    name: field.text({ max: 32, description: 'Compared without regard to case' }),
    server_gid: field.integer({ nullable: true, default: 0, min: 0, description: 'Server group' }),
    settings: field.json({ nullable: true, shape: 'object' }),
  },
});
export type ServiceEventRow = RowOfResource<typeof serviceEvent>;
