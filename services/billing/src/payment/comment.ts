import { invalidArgument, type JsonObject, type JsonValue, pay } from '@countinghouse/contracts';
import { rowCodec } from '@countinghouse/store';
import type { Document } from 'mongodb';

const commentCodec = rowCodec(pay);

/** An object as it is, text that is a JSON object decoded, other text as `{comment: text}`; anything else is a Fault 400. */
export function parseComment(value: JsonValue | undefined): JsonObject | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return decodedObject(value) ?? { comment: value };
  if (typeof value === 'object' && !Array.isArray(value)) return value as JsonObject;
  throw invalidArgument('comment', 'text or a JSON object');
}

/** Stored as text and, for path filters, as value (the row codec of the store reads the text). */
export function storedComment(comment: JsonObject | null): Document {
  return commentCodec.encode({ comment });
}

function decodedObject(text: string): JsonObject | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return undefined;
  }
}
