import { Fault, type JsonValue, MAX_TEXT_BYTES } from '@countinghouse/contracts';
import type { RecordContent } from './storage.ts';

/** The raw body of a request: JSON where its content type says so and it is (peer-http-api.md 1B). */
export function contentOfBody(
  body: string | undefined,
  contentType: string | undefined,
): Required<Pick<RecordContent, 'data' | 'json'>> {
  const data = body ?? '';
  return { data, json: /^application\/json\b/i.test(contentType ?? '') && isJson(data) };
}

/** The argument `data`: text as it is, anything else as JSON. */
export function contentOfData(data: JsonValue | undefined): Pick<RecordContent, 'data' | 'json'> {
  if (data === undefined) return {};
  if (typeof data === 'string') return { data, json: false };
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) {
    throw new Fault(400, `Invalid value of data: expected at most ${MAX_TEXT_BYTES} bytes of JSON`);
  }
  return { data: text, json: true };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
