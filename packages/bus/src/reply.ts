import { Fault, type FaultBody, type ListReply } from '@countinghouse/contracts';

/** The complete answer of a replica, as JSON. */
export type ReplyBody = { readonly data: unknown } | { readonly error: FaultBody };

/** A list whose rows follow as batches has this head; its rows are left out. */
export type ListHead = Omit<ListReply, 'rows'>;

export function encodeFault(fault: Fault): string {
  return JSON.stringify({ error: fault.toBody() });
}

/** Answers the data, or throws the fault that the handler threw. */
export function dataOf(json: string): unknown {
  const body = JSON.parse(json) as ReplyBody;
  if ('error' in body) throw Fault.from(body.error);
  return body.data;
}

export function isStreamedList(
  reply: unknown,
): reply is ListHead & { readonly rows: AsyncIterable<readonly unknown[]> } {
  if (typeof reply !== 'object' || reply === null || !('rows' in reply)) return false;
  const { rows } = reply;
  return typeof rows === 'object' && rows !== null && Symbol.asyncIterator in rows;
}

/** What went wrong, for the caller: faults as they are, everything else without its text. */
export function faultOf(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault(500, 'Internal error', { cause: error });
}
