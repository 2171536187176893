import type { ListArguments, ListReply, Resource } from '@countinghouse/contracts';
import { type ListQueryOptions, list, listQuery, type RowCodec } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

/** A page of rows of a collection. */
export function listRows<Row, Stored extends Document>(
  collection: Collection<Stored>,
  codec: RowCodec<Row>,
  args: ListArguments,
  options: ListQueryOptions,
): Promise<ListReply<Row>> {
  return list(collection as unknown as Collection<Document>, codec, listQuery(codec.resource, { ...args }, options));
}

/** The stored conditions of a list's arguments, for sums. */
export function conditionsOf(resource: Resource, args: ListArguments, options: ListQueryOptions): Document {
  return listQuery(resource, { ...args }, options).filter;
}
