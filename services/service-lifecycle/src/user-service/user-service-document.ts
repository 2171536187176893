import { type JsonObject, type UserServiceRow, type UserServiceStatus, userService } from '@countinghouse/contracts';
import { CREATED_KEY_INDEX, type OutboxEntry, rowCodec, type Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';
import type { EventName } from './event-name.ts';

export const USER_SERVICES = 'user_services';
export const userServiceCodec = rowCodec(userService);

/** What a service in PROGRESS waits for. */
export interface Progress {
  /** The event whose status it takes then. */
  readonly event: EventName;
  readonly waitsFor: 'children' | 'tasks';
  /** The keys of its tasks: only one of these ends the waiting. */
  readonly tasks: readonly string[];
}

/** A service of a user as it is stored: the fields of the resource by the codec, and what keeps changes right. */
export interface UserServiceDocument extends Document {
  readonly _id: number;
  readonly user_id: number;
  readonly service_id: number;
  readonly auto_bill: number;
  readonly withdraw_id: number | null;
  readonly created: Date;
  readonly expire: Date | null;
  readonly status_before: UserServiceStatus;
  readonly status: UserServiceStatus;
  readonly next: number | null;
  readonly parent: number | null;
  readonly settings_text: string | null;
  /** The topmost service of its tree, which carries the change under way. */
  readonly root: number;
  /** Grows with every change, so that a write meant for an earlier state finds nothing. */
  readonly version: number;
  /** The paid period is 0: it ends at the next touch and is not renewed (quirk Q19). */
  readonly one_off?: boolean;
  readonly progress?: Progress | null;
  /** Roots: is there more than the root in the tree? */
  readonly has_children?: boolean;
  /** Roots: the change under way. */
  readonly change?: StoredChange | null;
  /** Roots: the keys of the last requests that changed the tree. */
  readonly done?: readonly string[];
  /** Roots: the key of the order that made it. */
  readonly order_key?: string;
  /** Roots of services that may be ordered once: user and service. Gone when it is REMOVED unpaid. */
  readonly once_key?: string;
  readonly outbox?: readonly OutboxEntry[];
}

/**
 * A change under way, kept in the root of its tree until it is done. What came from outside as JSON is kept as text, since
 * member names such as `$x` have a meaning of their own in the database.
 */
export interface StoredChange {
  /** The version that the root took on for it: names the change and the keys of all its effects. */
  readonly number: number;
  /** The request that asked for it; null where none did. */
  readonly key: string | null;
  /** Who began it, so that he can tell his own from another's with the same number. */
  readonly beginner: string;
  /** Business time. */
  readonly at: Date;
  /** Real time; after it anybody may continue the change. */
  readonly leasedUntil: Date;
  readonly intent: string;
  /** What billing is asked, one text for each question, stored before it is asked: the same key asks the same. */
  readonly rounds: readonly string[];
  /** New services of an order, in version 0. */
  readonly created: readonly UserServiceDocument[];
  readonly plan: StoredPlan | null;
}

/** What a change comes to, as text where it came from outside. */
export interface StoredPlan {
  readonly root: NodeWrite;
  /** Services below the root. */
  readonly others: readonly NodeWrite[];
  /** New services below the root. */
  readonly inserts: readonly UserServiceDocument[];
  /** JSON. */
  readonly tasks: string;
}

/** The new state of one service that is there already. */
export interface NodeWrite {
  readonly id: number;
  /** The version that it must have; it becomes the next one. */
  readonly version: number;
  readonly set: Document;
  readonly unset: readonly string[];
  readonly outbox: readonly OutboxEntry[];
}

export const USER_SERVICE_INDEXES = {
  collection: USER_SERVICES,
  indexes: [
    { key: { user_id: 1, status: 1, _id: 1 } },
    { key: { status: 1, auto_bill: 1, expire: 1, _id: 1 } },
    { key: { root: 1, _id: 1 } },
    { key: { parent: 1, status: 1, _id: 1 } },
    { key: { service_id: 1, _id: 1 } },
    { key: { created: 1, _id: 1 } },
    { key: { expire: 1, _id: 1 } },
    { key: { 'change.leasedUntil': 1 }, sparse: true },
    { key: { order_key: 1 }, unique: true, sparse: true },
    { key: { once_key: 1 }, unique: true, sparse: true },
    CREATED_KEY_INDEX,
    { key: { 'settings.server_id': 1 }, sparse: true },
  ],
};

export function userServicesOf(store: Store): Collection<UserServiceDocument> {
  return store.collection<UserServiceDocument>(USER_SERVICES);
}

export function decodeUserService(document: Document, hidden: boolean): UserServiceRow {
  return userServiceCodec.decode(document, { hidden });
}

export function settingsOf(document: Pick<UserServiceDocument, 'settings_text'>): JsonObject {
  return document.settings_text === null ? {} : (JSON.parse(document.settings_text) as JsonObject);
}
