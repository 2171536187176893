import type { JsonObject, UserServiceStatus } from '@countinghouse/contracts';
import { type OutboxEntry, outboxEntry } from '@countinghouse/store';
import type { Document } from 'mongodb';
import type { NodeFields } from './draft.ts';
import type { EventName } from './event-name.ts';
import {
  type NodeWrite,
  type Progress,
  settingsOf,
  type UserServiceDocument,
  userServiceCodec,
} from './user-service-document.ts';

export const SERVICE_CHANGED_EVENT = 'service.changed';

/** One service while a change is worked out: what it was, and what it is to become. */
export class NodeState {
  readonly node: UserServiceDocument;
  #status: UserServiceStatus;
  #statusBefore: UserServiceStatus;
  #progress: Progress | null;
  #fields: NodeFields = {};
  #outbox: OutboxEntry[] = [];
  #unset: string[] = [];

  constructor(node: UserServiceDocument) {
    this.node = node;
    this.#status = node.status;
    this.#statusBefore = node.status_before;
    this.#progress = node.progress ?? null;
  }

  get status(): UserServiceStatus {
    return this.#status;
  }

  get progress(): Progress | null {
    return this.#progress;
  }

  /** The last status that was no stage on the way to another. */
  get stableStatus(): UserServiceStatus {
    return this.#status === 'PROGRESS' ? this.#statusBefore : this.#status;
  }

  get serviceId(): number {
    return this.#fields.service_id ?? this.node.service_id;
  }

  get settings(): JsonObject {
    return this.#fields.settings === undefined ? settingsOf(this.node) : (this.#fields.settings ?? {});
  }

  write(fields: NodeFields): void {
    this.#fields = { ...this.#fields, ...fields };
  }

  /** Tells the world, unless only the way there changed. */
  become(status: UserServiceStatus, event: EventName | null, progress: Progress | null, at: Date, key: string): void {
    const before = this.#status;
    this.#progress = progress;
    if (status === before) return;
    if (before !== 'PROGRESS' && before !== 'ERROR') this.#statusBefore = before;
    this.#status = status;
    const { _id: user_service_id, user_id } = this.node;
    const data = { user_service_id, user_id, before, after: status, event };
    this.#outbox.push(outboxEntry(SERVICE_CHANGED_EVENT, data, at, `${key}:${user_service_id}:${status}`));
  }

  /** The status stays and counts as the last one as well (domain.md 3.4). */
  confirmStatus(): void {
    this.#statusBefore = this.#status;
  }

  forget(name: 'once_key'): void {
    if (this.node[name] !== undefined) this.#unset.push(name);
  }

  get isChanged(): boolean {
    return Object.keys(this.#set()).length > 0 || this.#unset.length > 0;
  }

  toWrite(): NodeWrite {
    const { _id: id, version } = this.node;
    return { id, version, set: this.#set(), unset: this.#unset, outbox: this.#outbox };
  }

  /** The document of a service that is not stored yet. */
  toDocument(): UserServiceDocument {
    return { ...this.node, ...this.#set(), version: 1, outbox: this.#outbox };
  }

  #set(): Document {
    const { settings, ...plain } = this.#fields;
    const set: Document = {
      ...plain,
      ...(settings === undefined ? {} : userServiceCodec.encode({ settings })),
      status: this.#status,
      status_before: this.#statusBefore,
      progress: this.#progress,
    };
    const differs = ([name, value]: [string, unknown]) => !isSame(this.node[name] ?? null, value ?? null);
    return Object.fromEntries(Object.entries(set).filter(differs));
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  return typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other);
}
