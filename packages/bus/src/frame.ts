import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';

/**
 * What travels besides a request and its complete answer. A complete answer has no frame: it is `{"data":…}` or
 * `{"error":{…}}`, so that the usual case costs one message each way.
 *
 * - `first`: the start of a request in `count` frames; the rest goes to the inbox that `ready` names.
 * - `ready`: from the replica that took a `first`.
 * - `working`: the replica is alive and still at it; sent for slow requests only.
 * - `data`: frame `sequence` of a record stream; `more` when the record goes on in the next frame. `shape` says what the
 *   records are: one `whole` answer or request, or the head and then the batches of a `list`.
 * - `end`, `failed`: frame `sequence` closes a stream; `failed` carries `{"error":{…}}`.
 * - `ack`: everything before `consumed` has been used and everything before `received` has arrived.
 * - `cancel`: stop sending, nobody wants the rest.
 */
export type Frame =
  | { readonly kind: 'first'; readonly count: number }
  | { readonly kind: 'ready' | 'working' | 'cancel' }
  | { readonly kind: 'data'; readonly sequence: number; readonly more: boolean; readonly shape: StreamShape }
  | { readonly kind: 'end' | 'failed'; readonly sequence: number }
  | { readonly kind: 'ack'; readonly consumed: number; readonly received: number };

export type StreamShape = 'whole' | 'list';
export type StreamFrame = Extract<Frame, { kind: 'data' | 'end' | 'failed' }>;

export const FRAME_HEADER = 'Frame';
/** Frames are small enough that 16 of them are no burden. */
export const FRAME_BYTES_MAX = 256 * 1024;
/** Frames that may be on their way without an acknowledgement. */
export const WINDOW_FRAMES = 16;

export function frameHeaders(frame: Frame): MsgHdrs {
  const result = headers();
  result.append(FRAME_HEADER, encodeFrame(frame));
  return result;
}

export function encodeFrame(frame: Frame): string {
  switch (frame.kind) {
    case 'first':
      return `first ${frame.count}`;
    case 'data':
      return `data ${frame.sequence} ${frame.more ? 1 : 0} ${frame.shape}`;
    case 'end':
    case 'failed':
      return `${frame.kind} ${frame.sequence}`;
    case 'ack':
      return `ack ${frame.consumed} ${frame.received}`;
    default:
      return frame.kind;
  }
}

/** The frame of a message, undefined when it has none or one of a later version that we do not know. */
export function frameOf(message: Msg): Frame | undefined {
  const text = message.headers?.get(FRAME_HEADER);
  return text ? decodeFrame(text) : undefined;
}

export function decodeFrame(text: string): Frame | undefined {
  const [kind, first, second, shape] = text.split(' ');
  switch (kind) {
    case 'first':
      return { kind, count: Number(first) };
    case 'ready':
    case 'working':
    case 'cancel':
      return { kind };
    case 'data':
      return { kind, sequence: Number(first), more: second === '1', shape: shape === 'list' ? 'list' : 'whole' };
    case 'end':
    case 'failed':
      return { kind, sequence: Number(first) };
    case 'ack':
      return { kind, consumed: Number(first), received: Number(second) };
    default:
      return undefined;
  }
}
