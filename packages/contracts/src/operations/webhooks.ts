import type { z } from 'zod';
import type { JsonValue } from '../json.ts';
import { type ListArguments, listArguments } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type WebhookRow, webhook, webhookSecret } from '../resources/webhook.ts';

const owner = 'service-lifecycle';
const path = '/v1/admin/webhook';
const written = { ...webhook.fields, secret: webhookSecret } as const;

interface WebhookValues {
  readonly title?: string | undefined;
  readonly events?: JsonValue | undefined;
  readonly enabled?: number | undefined;
}

/** Secrets are never shown. */
export const listWebhooks = operation<ListArguments & Record<string, unknown>, 'list', WebhookRow>({
  id: 'webhook.list',
  owner,
  summary: 'Lists the systems that are told of events',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(webhook),
  result: 'list',
  list: webhook,
});

export type NewWebhook = WebhookValues & { readonly url: string; readonly secret: string };

/** Events from now on are posted to the URL, signed with the secret, until it answers 2xx (see the queue of tasks). */
export const addWebhook = operation<NewWebhook, 'rows', WebhookRow>({
  id: 'webhook.add',
  owner,
  summary: 'Has another system told of events',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf({ ...pick(written, ['title', 'url', 'events', 'enabled', 'secret']) }, [
    'url',
    'secret',
  ]) as unknown as z.ZodType<NewWebhook>,
  result: 'rows',
  item: webhook.fields,
});

export type WebhookChange = { readonly [K in keyof NewWebhook]?: NewWebhook[K] | undefined } & { readonly id: number };

/** Without a secret the stored one stays. */
export const changeWebhook = operation<WebhookChange, 'rows', WebhookRow>({
  id: 'webhook.change',
  owner,
  summary: 'Changes what another system is told of',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf({ ...pick(written, ['id', 'title', 'url', 'events', 'enabled', 'secret']) }, [
    'id',
  ]) as unknown as z.ZodType<WebhookChange>,
  result: 'rows',
  item: webhook.fields,
  errors: [404],
});

/** What waits for it is dropped. Answers `['1']`. */
export const deleteWebhook = operation<{ id: number }, 'rows', string>({
  id: 'webhook.delete',
  owner,
  summary: 'Tells another system no more',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf(pick(webhook.fields, ['id']), ['id']),
  result: 'rows',
  errors: [404],
});

export const webhookOperations = [listWebhooks, addWebhook, changeWebhook, deleteWebhook] as const;
