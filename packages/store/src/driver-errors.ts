import { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } from 'mongodb';

const DUPLICATE_KEY = 11000;
const MAX_TIME_EXPIRED = 50;

/** Was a unique index violated? With `field`, the one whose first key is that field. */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) return false;
  return field === undefined || duplicateField(error) === field;
}

function duplicateField(error: MongoServerError): string | undefined {
  const pattern = error.keyPattern as Readonly<Record<string, unknown>> | undefined;
  if (pattern) return Object.keys(pattern)[0];
  // A bulk error carries the server's text only.
  const index = /index: (\S+?)_-?1[_ ]/.exec(`${error.message} `)?.[1];
  return index === '_id' || /index: _id_/.test(error.message) ? '_id' : index;
}

/** Did the operation end at its `maxTimeMS`? */
export function isTimeExpired(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === MAX_TIME_EXPIRED;
}

/** BadValue; a regular expression that is too large; one that takes too long. */
const REFUSED_QUERIES: ReadonlySet<unknown> = new Set([2, 51091, 51156]);

/** Does the server not take the query, for example for the size of its regular expressions? Each engine has limits of its own. */
export function isQueryRefused(error: unknown): boolean {
  return error instanceof MongoServerError && REFUSED_QUERIES.has(error.code);
}

/** Is the server not reachable, or is it just electing a primary? Answered as 503 by the services. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  return (
    error instanceof MongoError &&
    (error.hasErrorLabel('RetryableWriteError') || error.name === 'MongoPoolClearedError')
  );
}
