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
import { isDuplicateKey, list, listQuery, type Store } from '@countinghouse/store';
import { given } from '../given.ts';
import type { WebhookEvents } from './webhook-events.ts';
import { WEBHOOKS, type WebhookDocument, type Webhooks } from './webhooks.ts';

const SECRET_CHARACTERS_MIN = 16;

/** /v1/admin/webhook. */
export function webhookImplementations(store: Store, webhooks: Webhooks, events: WebhookEvents): Implementation[] {
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
      const more = { secret, created: now, created_key: key };
      return {
        rows: [rows.decode(await insert(store, webhooks, { ...rows.codec.encodeNew(given(values)), ...more }))],
      };
    }),
    implement(changeWebhook, async ({ id, secret, ...values }) => {
      check({ id, secret, ...values });
      await beginIfFirst();
      return { rows: [rows.decode(await rows.change(id, given(values), secret === undefined ? {} : { secret }))] };
    }),
    implement(deleteWebhook, async ({ id }) => {
      await rows.delete(id);
      return { rows: ['1'] };
    }),
  ];
}

/** Once for each request. */
async function insert(
  store: Store,
  { rows }: Webhooks,
  fields: { readonly created_key: string; readonly secret: string },
): Promise<WebhookDocument> {
  try {
    return await store.insertWithId<WebhookDocument>(WEBHOOKS, (_id) => ({ ...fields, _id }) as never);
  } catch (error) {
    const known = await rows.collection.findOne({ created_key: fields.created_key });
    if (!known || !isDuplicateKey(error)) throw error;
    return known as WebhookDocument;
  }
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
