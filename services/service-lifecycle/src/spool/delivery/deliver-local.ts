import type { JsonValue, RenderedText } from '@countinghouse/contracts';
import { type Outcome, success, type TransportResult } from '../../transport/outcome.ts';
import type { Delivery } from './delivery.ts';

/** Only renders: success unless the template answered otherwise by `task.answer(status, msg)` (domain.md 4.6). */
export async function deliverLocally({ renderTemplate }: Delivery): Promise<TransportResult> {
  const rendered = await renderTemplate();
  return rendered ? resultOf(rendered) : success();
}

function resultOf({ text, task_answer, report_error }: RenderedText): TransportResult {
  const response = { text, ...(report_error === undefined ? {} : { error: report_error }) };
  if (!task_answer) return { outcome: 'success', response };
  const { status, msg, more } = task_answer;
  const said = { ...(msg === undefined ? {} : { msg }), ...(more.length > 0 ? { more: [...more] } : {}) };
  return { outcome: outcomeOf(status), response: { ...response, ...said } };
}

const WORDS: Readonly<Record<string, Outcome>> = {
  '1': 'success',
  true: 'success',
  SUCCESS: 'success',
  TASK_SUCCESS: 'success',
  '': 'stuck',
  null: 'stuck',
  STUCK: 'stuck',
  TASK_STUCK: 'stuck',
};

/** 1, 0 and empty, and the words for them (quirk Q11); anything else is a failure. */
export function outcomeOf(status: JsonValue): Outcome {
  return WORDS[String(status)] ?? 'fail';
}
