import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  invalidArgument,
  listWebhooks,
  WEBHOOK_EVENTS,
  type WebhookChange,
  type WebhookRow,
  webhook,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { list, listQuery } from '@countinghouse/store';
import type { WebhookEvents } from './webhook-events.ts';
import type { Webhooks } from './webhooks.ts';

const SECRET_CHARACTERS_MIN = 16;

/** /v1/admin/webhook. */
export function webhookImplementations(webhooks: Webhooks, events: WebhookEvents): Implementation[] {
  const { rows } = webhooks;
  const beginIfFirst = async () => {
    if (!(await webhooks.isAnyEnabled())) await events.skipPast();
  };
  return [
    implement(listWebhooks, (args) =>
      list<WebhookRow>(rows.documents, rows.codec, listQuery(webhook, args, { isAdmin: true })),
    ),
    implement(addWebhook, async ({ secret, ...values }, { key, now }) => {
      check({ secret, ...values });
      await beginIfFirst();
      return { rows: [rows.decode(await rows.add(key, undefined, values, { secret, created: now }))] };
    }),
    implement(changeWebhook, async ({ id, secret, ...values }) => {
      check({ id, secret, ...values });
      await beginIfFirst();
      return { rows: [rows.decode(await rows.change(id, values, secret === undefined ? {} : { secret }))] };
    }),
    implement(deleteWebhook, async ({ id }) => {
      await rows.delete(id);
      return { rows: ['1'] };
    }),
  ];
}

function check({ url, secret, events }: Partial<WebhookChange>): void {
  if (url !== undefined && !isWebAddress(url)) throw invalidArgument('url', 'an http or https address');
  if (secret !== undefined && secret.length < SECRET_CHARACTERS_MIN) {
    throw invalidArgument('secret', `at least ${SECRET_CHARACTERS_MIN} characters`);
  }
  const names: readonly unknown[] = WEBHOOK_EVENTS;
  if (events !== undefined && !(Array.isArray(events) && events.every((name) => names.includes(name)))) {
    throw invalidArgument('events', `a list of ${WEBHOOK_EVENTS.join(', ')}`);
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
