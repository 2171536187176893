import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault, type FaultBody } from '@countinghouse/contracts';
import type { Collection, Document } from 'mongodb';
import { isDuplicateKey } from './driver-errors.ts';
import type { Store } from './store.ts';

/** Who asked what under which key; the same key of another caller or path is another request (decisions.md 11). */
export interface IdempotentRequest {
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** SHA-256 of the parsed arguments. */
  readonly argsHash: string;
  /** Names the call that carries the request: the same call again waits for the result instead of being refused. */
  readonly callId?: string;
  /** Real time, epoch milliseconds, until which it waits; 0 by default. */
  readonly deadlineAt?: number;
}

export interface IdempotentResult<Reply> {
  readonly reply: Reply;
  /** True where the stored result was repeated. */
  readonly hit: boolean;
}

export interface IdempotencyOptions {
  /** How long after its last sign of life a request's process is taken for dead, so that a repeat takes over. */
  readonly leaseMs?: number;
  /** How often a running request gives a sign of life; a third of the lease by default. */
  readonly renewEveryMs?: number;
}

interface KeyDocument extends Document {
  readonly _id: string;
  readonly args_hash: string;
  readonly holder: string;
  readonly call_id?: string;
  readonly lease_until: Date;
  readonly created_at: Date;
  /** JSON text of what was answered; absent while it runs. */
  readonly outcome?: string;
}

type Outcome = { readonly reply: unknown } | { readonly fault: FaultBody } | { readonly tooLarge: true };

const LEASE_MS_DEFAULT = 6_000;
/** What runs is usually done by then. */
const RETRY_AFTER_SECONDS = 1;
const WAIT_STEP_MS = 50;
/** Left to answer before the deadline. */
const WAIT_RESERVE_MS = 500;
const OUTCOME_CHARACTERS_MAX = 4 * 1024 * 1024;

/**
 * Runs a request once per key. A half-done request (its process died, or it ended with a 5xx) is run again with the same
 * key, so that its writes, which carry the key, continue where they stopped. Results are kept 30 days.
 */
export class IdempotencyStore {
  readonly #keys: Collection<KeyDocument>;
  readonly #leaseMs: number;
  readonly #renewEveryMs: number;

  constructor(store: Store, options: IdempotencyOptions = {}) {
    this.#keys = store.collection<KeyDocument>('idempotency_keys');
    this.#leaseMs = options.leaseMs ?? LEASE_MS_DEFAULT;
    this.#renewEveryMs = options.renewEveryMs ?? this.#leaseMs / 3;
  }

  /**
   * The stored result, or that of `work`, which must answer JSON. Another content under the key, or a request still running,
   * is a Fault 409; the latter says when to come again. Faults below 500 that do not name a time to retry are results too.
   */
  async run<Reply>(request: IdempotentRequest, work: () => Promise<Reply>): Promise<IdempotentResult<Reply>> {
    const id = keyOf(request);
    const holder = randomUUID();
    const outcome = await this.#claim(id, request, holder);
    if (outcome) return { reply: repeated(outcome) as Reply, hit: true };
    let reply: Reply;
    const renewal = setInterval(() => void this.#renew(id, holder), this.#renewEveryMs);
    try {
      reply = await work();
    } catch (error) {
      await (isResult(error) ? this.#finish(id, { fault: error.toBody() }) : this.#giveUp(id, holder));
      throw error;
    } finally {
      clearInterval(renewal);
    }
    await this.#finish(id, { reply });
    return { reply, hit: false };
  }

  /** Whether it succeeds matters little: where it does not, a repeat may run beside this request, under the same key. */
  async #renew(id: string, holder: string): Promise<void> {
    const lease_until = new Date(Date.now() + this.#leaseMs);
    await Promise.allSettled([this.#keys.updateOne({ _id: id, holder }, { $set: { lease_until } })]);
  }

  /** Undefined when the request is ours to run. */
  async #claim(id: string, request: IdempotentRequest, holder: string): Promise<Outcome | undefined> {
    const { argsHash, callId, deadlineAt = 0 } = request;
    for (;;) {
      const held = await this.#take(id, request, holder);
      if (held.args_hash !== argsHash) throw new Fault(409, 'The Idempotency-Key was used with other arguments');
      if (held.outcome !== undefined) return JSON.parse(held.outcome) as Outcome;
      if (held.holder === holder) return undefined;
      const isSameCall = callId !== undefined && held.call_id === callId;
      if (!isSameCall || Date.now() > deadlineAt - WAIT_RESERVE_MS) throw stillRunning();
      await pause(WAIT_STEP_MS);
    }
  }

  /** What stands under the key: ours where it is new, or where its holder is gone. */
  async #take(id: string, { argsHash, callId }: IdempotentRequest, holder: string): Promise<KeyDocument> {
    const now = new Date();
    const lease = { holder, lease_until: new Date(now.getTime() + this.#leaseMs) };
    const ours = { _id: id, args_hash: argsHash, ...lease, ...(callId ? { call_id: callId } : {}), created_at: now };
    try {
      await this.#keys.insertOne(ours);
      return ours;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    return this.#takeOver(id, argsHash, lease, now);
  }

  /** Takes the lease if it ended, the arguments are the same and there is no result yet; answers what stands there now. */
  async #takeOver(
    id: string,
    argsHash: string,
    lease: Pick<KeyDocument, 'holder' | 'lease_until'>,
    now: Date,
  ): Promise<KeyDocument> {
    const free = {
      $and: [
        { $lte: ['$lease_until', now] },
        { $eq: ['$args_hash', argsHash] },
        { $eq: [{ $type: '$outcome' }, 'missing'] },
      ],
    };
    const document = await this.#keys.findOneAndUpdate(
      { _id: id },
      [
        {
          $set: {
            holder: { $cond: [free, lease.holder, '$holder'] },
            lease_until: { $cond: [free, lease.lease_until, '$lease_until'] },
          },
        },
      ],
      { returnDocument: 'after' },
    );
    if (!document) throw new Fault(409, 'The Idempotency-Key has just expired', { retryAfterSeconds: 1 });
    return document;
  }

  /** The first result stays: a request that outlived its lease has done the same under the same key. */
  async #finish(id: string, outcome: Outcome): Promise<void> {
    const text = JSON.stringify(outcome);
    const stored = text.length > OUTCOME_CHARACTERS_MAX ? JSON.stringify({ tooLarge: true }) : text;
    await this.#keys.updateOne({ _id: id }, [{ $set: { outcome: { $ifNull: ['$outcome', { $literal: stored }] } } }]);
  }

  async #giveUp(id: string, holder: string): Promise<void> {
    const mine = { $eq: ['$holder', holder] };
    await this.#keys.updateOne({ _id: id }, [
      { $set: { lease_until: { $cond: [mine, new Date(0), '$lease_until'] } } },
    ]);
  }
}

function keyOf({ caller, method, path, key }: IdempotentRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([caller, method, path, key]))
    .digest('hex');
}

function stillRunning(): Fault {
  return new Fault(409, 'The request with this Idempotency-Key is still running', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function isResult(error: unknown): error is Fault {
  return error instanceof Fault && error.status < 500 && error.retryAfterSeconds === undefined;
}

function repeated(outcome: Outcome): unknown {
  if ('fault' in outcome) throw Fault.from(outcome.fault);
  if ('tooLarge' in outcome) throw new Fault(409, 'Done before; the answer was too large to be kept');
  return outcome.reply;
}
