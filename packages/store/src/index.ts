export { isDuplicateKey, isTimeExpired, isUnavailable } from './driver-errors.ts';
export { compileFilter, type FilterOptions } from './filter/compile-filter.ts';
export { allOf, anyOf, type Condition, EVERYTHING, NOTHING } from './filter/condition.ts';
export { BATCH_ROWS, type ListOptions, list, mapRows } from './list.ts';
export { type DefaultRestriction, type ListQuery, type ListQueryOptions, listQuery } from './list-query.ts';
export { type DecodeOptions, type RowCodec, rowCodec, storedName, textName } from './row-codec.ts';
export {
  type IndexesOfCollection,
  type NumberedDocument,
  openStore,
  type Store,
  type StoreLog,
  type StoreOptions,
} from './store.ts';
export { dateTextOf, instantOf } from './stored-date.ts';
export { isTombstone, TOMBSTONE, withoutTombstones } from './tombstone.ts';
