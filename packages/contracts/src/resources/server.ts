import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** How a task reaches what it commands (domain.md 4.6). */
export const TRANSPORTS = ['ssh', 'http', 'telegram', 'mail', 'local'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/** Something that tasks command (domain.md 1.12). */
export const server = resource({
  name: 'server',
  key: 'server_id',
  fields: {
    server_id: field.id(),
    server_gid: field.integer({ nullable: true, min: 0, description: 'Server group' }),
    name: field.text({ max: 128 }),
    transport: field.text({ oneOf: TRANSPORTS }),
    host: field.text({
      nullable: true,
      max: 4096,
      description: 'user@host of ssh, URL template of http, host:port of mail',
    }),
    ip: field.text({ nullable: true, max: 64 }),
    weight: field.integer({ default: 100, min: 0, description: 'Has no effect on the selection' }),
    success_count: field.integer({ default: 0, readOnly: true }),
    fail_count: field.integer({ default: 0, readOnly: true }),
    services_count: field.integer({
      default: 0,
      min: 0,
      description: 'User services that are on it, beside those it was added with',
    }),
    enabled: field.flag({ default: 1, description: '0: never selected in its group' }),
    settings: field.json({
      nullable: true,
      shape: 'object',
      description: 'key_id, port, timeout, template_id, max_services and the like: options of its transport',
    }),
  },
});
export type ServerRow = RowOfResource<typeof server>;
