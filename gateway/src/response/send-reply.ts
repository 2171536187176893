import type { HttpMethod, ListReply, Operation, RawReply, RowsReply } from '@countinghouse/contracts';
import type { Response } from 'express';
import type { Dialect } from '../environment.ts';
import type { RawArguments } from '../request/arguments.ts';
import { listMembers, rowsEnvelope } from './envelope.ts';
import { concatenate, type Formatted, formatOf, formatText } from './format.ts';
import { collectRows, isStreamed, streamList } from './stream-list.ts';

export interface ReplyTarget {
  readonly operation: Operation;
  readonly method: HttpMethod;
  readonly args: RawArguments;
  readonly dialect: Dialect;
  readonly now: Date;
  readonly requestId: string;
}

/** Answers what the owner replied, in the shape that the kind of result, the `format` argument and the dialect ask for. */
export async function sendReply(response: Response, reply: unknown, target: ReplyTarget): Promise<void> {
  if ((reply as RowsReply).hit) response.setHeader('Idempotency-Hit', 'true');
  if (target.operation.result === 'raw') return sendRaw(response, reply as RawReply, target);
  if (target.method === 'DELETE' && target.dialect === 'spec') return sendNothing(response);
  const format = formatOf(target.args.format);
  if (format !== undefined) {
    return sendFormatted(
      response,
      await formatText(concatenate(await elementsOf(reply, target)), format, target.args.filename),
    );
  }
  if (target.operation.result === 'list' && isStreamed(reply)) {
    return streamList(response, reply.rows, (count) => listMembers(reply, count, target.dialect, target.now));
  }
  return sendJson(response, target.operation.shareable ? encodedOnce(reply, target) : encode(reply, target));
}

function encode(reply: unknown, target: ReplyTarget): string {
  return JSON.stringify(enveloped(reply, target));
}

function enveloped(reply: unknown, target: ReplyTarget): unknown {
  if (target.operation.result === 'bare') return withoutHit(reply);
  if (target.operation.result === 'rows')
    return rowsEnvelope(reply as RowsReply, target.method, target.dialect, target.now);
  const { rows, ...page } = reply as ListReply<unknown> & { readonly rows: readonly unknown[] };
  return { data: rows, ...listMembers(page, rows.length, target.dialect, target.now) };
}

/** A bare value stands for itself: that it is a repeat is said in the header alone. */
function withoutHit(reply: unknown): unknown {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return reply;
  const { hit: _hit, ...value } = reply as { readonly hit?: boolean };
  return value;
}

interface Encoded {
  /** The envelope shows the time. */
  readonly second: number;
  readonly body: Buffer;
}

const encodedReplies = new WeakMap<object, Encoded>();

/** One reply that answers several requests is turned into bytes once. */
function encodedOnce(reply: unknown, target: ReplyTarget): Buffer {
  const second = Math.floor(target.now.getTime() / 1000);
  const known = encodedReplies.get(reply as object);
  if (known?.second === second) return known.body;
  const body = Buffer.from(encode(reply, target));
  encodedReplies.set(reply as object, { second, body });
  return body;
}

/** 201 without a body and without a content type: every known client takes that for success (clients.md 0.4). */
function sendNothing(response: Response): void {
  response.status(201).end();
}

function sendJson(response: Response, body: string | Buffer, status = 200): void {
  response.status(status).type('application/json').send(body);
}

async function elementsOf(reply: unknown, target: ReplyTarget): Promise<readonly unknown[]> {
  if (target.operation.result === 'list') return collectRows(reply as ListReply);
  return target.operation.result === 'rows' ? (reply as RowsReply).rows : [withoutHit(reply)];
}

function sendFormatted(response: Response, { contentType, headers, body }: Formatted, status = 200): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (contentType.startsWith('text/html')) isolatePage(response);
  response.status(status).setHeader('Content-Type', contentType).send(body);
}

/**
 * What users wrote can be a page of theirs, and a link with their session shows it to anybody: such a page must not act as one of
 * ours, for example by a form. Pages of templates belong to administrators and have no policy (decisions.md 7).
 */
function isolatePage(response: Response): void {
  const policy = response.getHeader('Content-Security-Policy');
  if (policy !== undefined) response.setHeader('Content-Security-Policy', `${String(policy)};sandbox`);
}

/** Templates and blobs: a content type of their own wins over the format; the default format is plain (decisions.md 7). */
async function sendRaw(response: Response, reply: RawReply, target: ReplyTarget): Promise<void> {
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.error !== undefined) return sendReportedError(response, reply, target.requestId);
  if (reply.encoding === 'base64' || reply.contentType !== undefined) return sendAsGiven(response, reply);
  const asked = target.args.format;
  const format = asked === undefined ? 'plain' : formatOf(asked);
  if (format === undefined) {
    const { status = 200 } = reply;
    const envelope = { ...rowsEnvelope({ rows: [reply.body] }, 'GET', target.dialect, target.now), status };
    return sendJson(response, JSON.stringify(envelope), status);
  }
  sendFormatted(response, await formatText(reply.body, format, target.args.filename), reply.status);
}

function sendReportedError(response: Response, { status = 400, error }: RawReply, requestId: string): void {
  sendJson(response, JSON.stringify({ status, error, request_id: requestId }), status);
}

function sendAsGiven(response: Response, reply: RawReply): void {
  response.status(reply.status ?? 200);
  if (reply.contentType !== undefined) response.setHeader('Content-Type', reply.contentType);
  response.send(reply.encoding === 'base64' ? Buffer.from(reply.body, 'base64') : reply.body);
}
