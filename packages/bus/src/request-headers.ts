import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { encodeFrame, FRAME_HEADER, type Frame } from './frame.ts';

/** What a request carries besides its arguments. */
export interface RequestHeaders {
  readonly token: string;
  readonly key: string;
  /** Epoch milliseconds. */
  readonly deadlineAt: number;
  readonly traceparent: string;
}

const TOKEN = 'Authorization';
const KEY = 'Key';
const DEADLINE = 'Deadline';
const TRACEPARENT = 'traceparent';
const NOT_PLAIN = /[^!-$&-~]/;

export function encodeRequestHeaders(request: RequestHeaders, frame?: Frame): MsgHdrs {
  const result = headers();
  result.append(TOKEN, request.token);
  result.append(KEY, NOT_PLAIN.test(request.key) ? encodeURIComponent(request.key.toWellFormed()) : request.key);
  result.append(DEADLINE, String(request.deadlineAt));
  result.append(TRACEPARENT, request.traceparent);
  if (frame) result.append(FRAME_HEADER, encodeFrame(frame));
  return result;
}

/** Undefined when the message is no request of this bus. */
export function decodeRequestHeaders(message: Msg): RequestHeaders | undefined {
  const received = message.headers;
  if (!received) return undefined;
  const deadlineAt = Number(received.get(DEADLINE));
  const key = received.get(KEY);
  if (!Number.isFinite(deadlineAt)) return undefined;
  return {
    token: received.get(TOKEN),
    key: key.includes('%') ? decodeURIComponent(key) : key,
    deadlineAt,
    traceparent: received.get(TRACEPARENT),
  };
}
