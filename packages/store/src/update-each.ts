import type { Collection, Document, Filter } from 'mongodb';

/** What one document gets, by its `_id`; expressions read its other members as `$$own.<member>`. */
export interface OwnChange extends Document {
  readonly _id: number | string;
  /** Members that are written by default; their names are taken as they are, without paths. */
  readonly set?: Document;
}

export interface UpdateEachOptions {
  /** An aggregation expression: documents for which it is false stay as they are. */
  readonly where?: Document;
  /** An aggregation expression: what the document becomes. */
  readonly to?: Document | string;
  /** Members that go where the change has made them null. */
  readonly dropNulls?: readonly string[];
}

export interface UpdatedEach {
  /** Documents that exist. */
  readonly matchedCount: number;
  /** Documents that differ from before; one for which `where` was false does not. */
  readonly modifiedCount: number;
}

const NOTHING: UpdatedEach = { matchedCount: 0, modifiedCount: 0 };

/**
 * Changes many documents, each in its own way, by one statement: the server commits once instead of once for each, which is the
 * larger part of what a small update costs. Each document is guarded and written by itself, as by an update of its own;
 * there is no order among them, and an `_id` may come once only. Documents that do not exist are passed over.
 */
export async function updateEach<T extends Document & { readonly _id: number | string }>(
  collection: Collection<T>,
  changes: readonly OwnChange[],
  options: UpdateEachOptions = {},
): Promise<UpdatedEach> {
  if (changes.length === 0) return NOTHING;
  const ids = changes.map(({ _id }) => _id);
  if (new Set(ids).size < ids.length) throw new RangeError('changes: expected each _id once');
  const pipeline = pipelineOf(changes, options);
  // Drivers repeat an update of one document by themselves where the connection broke.
  if (ids.length === 1) return collection.updateOne({ _id: ids[0] } as Filter<T>, pipeline);
  return collection.updateMany({ _id: { $in: ids } } as Filter<T>, pipeline);
}

function pipelineOf(changes: readonly OwnChange[], options: UpdateEachOptions): Document[] {
  const { where, to = { $mergeObjects: ['$$ROOT', '$$own.set'] }, dropNulls = [] } = options;
  // biome-ignore lint/suspicious/noThenProperty: the operator's name for it
  const branches = changes.map((change) => ({ case: { $eq: ['$_id', change._id] }, then: { $literal: change } }));
  const own = { $switch: { branches, default: null } };
  const changed = where === undefined ? to : { $cond: [where, to, '$$ROOT'] };
  const stages: Document[] = [{ $replaceWith: { $let: { vars: { own }, in: changed } } }];
  const dropped = dropNulls.map((name) => [name, { $ifNull: [`$${name}`, '$$REMOVE'] }]);
  if (dropped.length > 0) stages.push({ $set: Object.fromEntries(dropped) });
  return stages;
}
