import { objectNotFound } from '@countinghouse/contracts';
import { findLive, type OutboxDocument, requireOutboxRoom, type Store, updateEach } from '@countinghouse/store';
import type { AnyBulkWriteOperation, Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { type Plan, storedPlan } from './stored-change.ts';
import { Tree } from './tree.ts';
import { type NodeWrite, type StoredChange, USER_SERVICES, type UserServiceDocument } from './user-service-document.ts';

/** Requests whose keys a tree remembers. */
const DONE_KEYS_MAX = 8;

type Update = UpdateFilter<UserServiceDocument>;

/** Conditions of writes to many roots; each brings the version that it read, or the number of its change. */
const IS_UNCHANGED = { $and: [{ $eq: ['$version', '$$own.version'] }, { $lte: ['$change', null] }] };
const CARRIES_ITS_CHANGE = { $eq: ['$change.number', '$$own.number'] };

/** Reads trees and makes the guarded writes that changes consist of. */
export class TreeStore {
  readonly collection: Collection<UserServiceDocument>;

  constructor(store: Store) {
    this.collection = store.collection<UserServiceDocument>(USER_SERVICES);
  }

  async find(id: number): Promise<UserServiceDocument> {
    const node = await findLive(this.collection, id);
    if (!node) throw objectNotFound();
    return node;
  }

  /** The tree that a service belongs to; the root is read first, so that a guard on its version covers the rest. */
  async load(id: number): Promise<Tree> {
    const node = await this.find(id);
    const root = node.root === id ? node : await this.find(node.root);
    if (!root.has_children) return new Tree([root]);
    const others = await this.collection.find({ root: root._id }).toArray();
    const below = others.filter((other) => other._id !== root._id).sort((a, b) => a._id - b._id);
    const created = (root.change?.created ?? []).filter((one) => !below.some((other) => other._id === one._id));
    return new Tree([root, ...below, ...created]);
  }

  /** Puts the change into its root; false where the tree is not as it was read any more. */
  async begin(root: UserServiceDocument, change: StoredChange): Promise<boolean> {
    const update: Update = { $set: { version: change.number, change } };
    const { matchedCount } = await this.collection.updateOne(unchanged(root), update);
    return matchedCount === 1;
  }

  /** Begins many changes at once; answers the roots that took theirs on. */
  async beginMany(begun: readonly { root: UserServiceDocument; change: StoredChange }[]): Promise<Set<number>> {
    const changes = begun.map(({ root, change }) => ({
      ...{ _id: root._id, version: root.version, set: { version: change.number, change } },
    }));
    const { modifiedCount } = await updateEach(this.collection, changes, { where: IS_UNCHANGED });
    if (modifiedCount === begun.length) return new Set(begun.map(({ root }) => root._id));
    const ids = begun.map(({ root }) => root._id);
    const beginners = new Map(begun.map(({ root, change }) => [root._id, change.beginner]));
    const found = await this.collection.find({ _id: { $in: ids } }, { projection: { 'change.beginner': 1 } }).toArray();
    return new Set(found.filter((one) => one.change?.beginner === beginners.get(one._id)).map((one) => one._id));
  }

  /** Stores the plans of many changes that nobody else can have planned yet. */
  async storePlans(plans: readonly { change: StoredChange; plan: Plan }[]): Promise<void> {
    const changes = plans.map(({ change, plan }) => ({
      ...{ _id: plan.root.id, number: change.number, plan: storedPlan(plan) },
    }));
    const where = { $and: [CARRIES_ITS_CHANGE, { $eq: ['$change.plan', null] }] };
    const change = { $mergeObjects: ['$change', { plan: '$$own.plan' }] };
    await updateEach(this.collection, changes, { where, to: { $mergeObjects: ['$$ROOT', { change }] } });
  }

  /** Writes many roots and ends their changes, which no request asked for; those that somebody else ended stay as they are. */
  async finishMany(plans: readonly { change: StoredChange; plan: Plan }[]): Promise<void> {
    const changes = plans.map(({ change, plan: { root } }) => {
      const gone = Object.fromEntries(['change', ...root.unset].map((name) => [name, null]));
      const set = { ...root.set, ...gone, version: change.number + 1 };
      return { _id: root.id, number: change.number, set, outbox: root.outbox };
    });
    const outbox = { $concatArrays: [{ $ifNull: ['$outbox', []] }, '$$own.outbox'] };
    const to = { $mergeObjects: ['$$ROOT', '$$own.set', { outbox }] };
    const dropNulls = ['change', ...new Set(plans.flatMap(({ plan }) => plan.root.unset))];
    await updateEach(this.collection, changes, { where: CARRIES_ITS_CHANGE, to, dropNulls });
  }

  /** The whole change in one write; undefined where the tree is not as it was read any more. */
  async changeRoot(root: UserServiceDocument, write: NodeWrite, key: string | null): Promise<Document | undefined> {
    requireOutboxRoom(root as unknown as OutboxDocument, write.outbox.length);
    const update = { ...updateOf(write, root.version + 1), ...pushes(write, key) } as Update;
    const changed = await this.collection.findOneAndUpdate(unchanged(root), update, { returnDocument: 'after' });
    return changed ?? undefined;
  }

  /** Stores the plan of a change unless it has one; false where it has, or where the change is over. */
  async storePlan(root: number, number: number, plan: Plan): Promise<boolean> {
    const filter = { _id: root, 'change.number': number, 'change.plan': null } as Filter<UserServiceDocument>;
    const { matchedCount } = await this.collection.updateOne(filter, {
      $set: { 'change.plan': storedPlan(plan) },
    } as Update);
    return matchedCount === 1;
  }

  /** Stores what billing will be asked next; false where somebody else did, or ended the change. */
  async storeRound(root: number, change: StoredChange, round: number, steps: string): Promise<boolean> {
    const path = `change.rounds.${round}`;
    const filter = { _id: root, 'change.number': change.number, [path]: { $exists: false } };
    const update = { $set: { [path]: steps } } as unknown as Update;
    const { matchedCount } = await this.collection.updateOne(filter as Filter<UserServiceDocument>, update);
    return matchedCount === 1;
  }

  /** Writes the services below the root; repeating it changes nothing. */
  async writeBelow({ others, inserts }: Plan): Promise<void> {
    const updates = others.map((write) => ({
      updateOne: {
        filter: { _id: write.id, version: write.version },
        update: { ...updateOf(write, write.version + 1), ...pushes(write, null) } as Update,
      },
    }));
    const creations = inserts.map(({ _id, ...fields }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: fields } as Update, upsert: true },
    }));
    const writes = [...updates, ...creations] as AnyBulkWriteOperation<UserServiceDocument>[];
    if (writes.length > 0) await this.collection.bulkWrite(writes, { ordered: false });
  }

  /** Writes the root and ends the change; undefined where somebody else ended it. */
  async finish(root: number, change: StoredChange, write: NodeWrite): Promise<Document | undefined> {
    const options = { returnDocument: 'after' } as const;
    const done = await this.collection.findOneAndUpdate(carrying(root, change), ending(change, write), options);
    return done ?? undefined;
  }

  /** Takes a change back that had no effect; a new tree goes as a whole. */
  async cancel(root: number, change: StoredChange, isNew: boolean): Promise<void> {
    const filter = { _id: root, 'change.number': change.number } as Filter<UserServiceDocument>;
    if (isNew) await this.collection.deleteOne(filter);
    else
      await this.collection.updateOne(filter, {
        $unset: { change: 1 },
        $set: { version: change.number + 1 },
      } as Update);
  }

  /** Takes a change over whose holder is gone; false where somebody else was faster. */
  async takeOver(root: number, change: StoredChange, leasedUntil: Date): Promise<boolean> {
    const filter = {
      _id: root,
      'change.number': change.number,
      'change.leasedUntil': change.leasedUntil,
    } as Filter<UserServiceDocument>;
    const { matchedCount } = await this.collection.updateOne(filter, {
      $set: { 'change.leasedUntil': leasedUntil },
    } as Update);
    return matchedCount === 1;
  }

  /** From now on the tree has more than its root. */
  async expectChildren(root: number): Promise<void> {
    await this.collection.updateOne({ _id: root }, { $set: { has_children: true } });
  }

  /** Roots whose change nobody works on any more. */
  abandoned(limit: number): Promise<UserServiceDocument[]> {
    const filter = { 'change.leasedUntil': { $lt: new Date() } } as Filter<UserServiceDocument>;
    return this.collection.find(filter).limit(limit).toArray();
  }
}

function unchanged(root: UserServiceDocument): Filter<UserServiceDocument> {
  return { _id: root._id, version: root.version, change: null } as Filter<UserServiceDocument>;
}

function carrying(root: number, change: StoredChange): Filter<UserServiceDocument> {
  return { _id: root, 'change.number': change.number } as Filter<UserServiceDocument>;
}

function ending(change: StoredChange, write: NodeWrite): Update {
  const { $unset, ...update } = updateOf(write, change.number + 1);
  return { ...update, $unset: { ...$unset, change: 1 }, ...pushes(write, change.key) } as unknown as Update;
}

function updateOf(write: NodeWrite, version: number): Document & { $unset?: Document } {
  const unset = Object.fromEntries(write.unset.map((name) => [name, 1]));
  return { $set: { ...write.set, version }, ...(write.unset.length > 0 ? { $unset: unset } : {}) };
}

function pushes(write: NodeWrite, key: string | null): Document {
  const push = {
    ...(write.outbox.length > 0 ? { outbox: { $each: write.outbox } } : {}),
    ...(key === null ? {} : { done: { $each: [key], $slice: -DONE_KEYS_MAX } }),
  };
  return Object.keys(push).length > 0 ? { $push: push } : {};
}
