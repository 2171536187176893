import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** What other systems can be told: money came, a service has another status, a task waits for an administrator. */
export const WEBHOOK_EVENTS = ['payment', 'service.changed', 'task.stuck'] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** Where another system is told of events. Its secret is written and never shown. */
export const webhook = resource({
  name: 'webhook',
  key: 'id',
  rangeField: 'created',
  fields: {
    id: field.id(),
    title: field.text({ default: '', max: 255 }),
    url: field.text({ max: 4096, description: 'http or https' }),
    events: field.json({
      default: [...WEBHOOK_EVENTS],
      shape: 'array',
      description: `Which of ${WEBHOOK_EVENTS.join(', ')}; all by default`,
    }),
    enabled: field.flag({ default: 1 }),
    created: field.date({ readOnly: true }),
  },
});
export type WebhookRow = RowOfResource<typeof webhook>;

/** What the signatures of requests are made with. */
export const webhookSecret = field.text({ max: 255, description: 'At least 16 characters' });

/** The header that proves who sent a request: `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "t.body">`. */
export const WEBHOOK_SIGNATURE_HEADER = 'X-Countinghouse-Signature';
/** Receivers refuse what was signed longer ago or later than this. */
export const WEBHOOK_TOLERANCE_S = 300;
