import { type JsonObject, type WebhookEventName, type WebhookRow, webhook } from '@countinghouse/contracts';
import { CREATED_KEY_INDEX, type Store } from '@countinghouse/store';
import { NumberedRows } from '../server/numbered-rows.ts';
import { enqueue, type NewTask } from '../spool/task.ts';

const WEBHOOKS = 'webhooks';

export interface WebhookDocument {
  readonly _id: number;
  readonly [field: string]: unknown;
  readonly secret: string;
  readonly enabled: number;
}

export const WEBHOOK_INDEXES = {
  collection: WEBHOOKS,
  indexes: [{ key: { enabled: 1, _id: 1 } }, CREATED_KEY_INDEX],
} as const;

/** Something that other systems are told. */
export interface Notice {
  /** Unique: the same notice is queued once for each of them. */
  readonly id: string;
  readonly event: WebhookEventName;
  /** Business time. */
  readonly at: Date;
  readonly data: JsonObject;
}

/** The kind of the tasks that deliver notices. */
export const WEBHOOK_KIND = 'Webhook';
/** Notices belong to nobody: they outlive the user whom they tell of. */
const OWNER = 1;

/** Systems that are told of events, each by tasks of the queue. */
export class Webhooks {
  readonly rows: NumberedRows<typeof webhook.fields, WebhookDocument>;
  readonly #store: Store;

  constructor(store: Store) {
    this.rows = new NumberedRows(store, WEBHOOKS, webhook, 'webhook');
    this.#store = store;
  }

  async isAnyEnabled(): Promise<boolean> {
    return (await this.rows.collection.findOne({ enabled: 1 }, { projection: { _id: 1 } })) !== null;
  }

  /** Queues a task for everybody who wants to know, all of them together. */
  async tell(notices: readonly Notice[], now: Date): Promise<void> {
    if (notices.length === 0) return;
    const documents = await this.rows.collection.find({ enabled: 1 }).sort({ _id: 1 }).toArray();
    const listening = documents.map((document) => this.rows.decode(document));
    const tasks = notices.flatMap((notice) =>
      listening.filter((row) => wants(row, notice.event)).map((row) => taskOf(row, notice)),
    );
    await enqueue(this.#store, tasks, now);
  }
}

function wants({ events }: WebhookRow, event: WebhookEventName): boolean {
  return Array.isArray(events) && events.includes(event);
}

function taskOf({ id, title, url }: WebhookRow, { id: noticeId, event, at, data }: Notice): NewTask {
  return {
    key: `webhook:${id}:${noticeId}`,
    user_id: OWNER,
    user_service_id: null,
    event: { kind: WEBHOOK_KIND, title: title || new URL(url).host, name: 'WEBHOOK', method: 'deliver' },
    settings: { webhook_id: id, notice: { id: noticeId, event, at: at.toISOString(), data } },
  };
}
