import { setTimeout as pause } from 'node:timers/promises';
import type { RunningSystem } from '@countinghouse/testing';
import { type Answer, logIn, type Send, type SentRequest, sender } from '../acceptance/callers.ts';

/** A request that is sent until it is answered; `key` is its Idempotency-Key, none for a read. */
export interface PersistentRequest extends SentRequest {
  readonly key?: string;
}

/** A request that was never answered within the patience of the run. */
export class UnansweredError extends Error {
  constructor(request: PersistentRequest, reason: string) {
    super(`${request.method} ${request.path} (${request.key ?? 'read'}) was never answered: ${reason}`);
    this.name = 'UnansweredError';
  }
}

export interface SenderCounts {
  readonly sent: number;
  readonly repeated: number;
  readonly hits: number;
}

const PATIENCE_MS = 180_000;
const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 500;
/** Answers that say: not now, come again with the same key. */
const LATER: ReadonlySet<number> = new Set([408, 409, 429]);

/** An administrator who repeats every request, with its key, until somebody answers it for good. */
export class PersistentSender {
  readonly #send: readonly Send[];
  #turn = 0;
  #sent = 0;
  #repeated = 0;
  #hits = 0;

  private constructor(send: readonly Send[]) {
    this.#send = send;
  }

  /** Logs in and spreads its requests over all gateways. */
  static async open(system: RunningSystem): Promise<PersistentSender> {
    const { pathname } = new URL(system.url);
    const urls = system.processes.gateway.map(({ port }) => `http://127.0.0.1:${port}${pathname}`);
    const session = await logIn(system.url, system.admin);
    return new PersistentSender(urls.map((url) => sender(url, { 'session-id': session })));
  }

  get counts(): SenderCounts {
    return { sent: this.#sent, repeated: this.#repeated, hits: this.#hits };
  }

  /** The final answer, whatever its status below 500. */
  async answer(request: PersistentRequest): Promise<Answer> {
    const until = Date.now() + PATIENCE_MS;
    let reason = '';
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(request);
      if (outcome.kind === 'final') return outcome.answer;
      reason = outcome.reason;
      if (Date.now() + outcome.waitMs > until) throw new UnansweredError(request, reason);
      this.#repeated += 1;
      await pause(Math.max(outcome.waitMs, Math.min(PAUSE_MS_MIN * 2 ** attempt, PAUSE_MS_MAX)));
    }
  }

  /** Sends it once, whatever comes of it: for what is only tried. */
  async once(request: PersistentRequest): Promise<void> {
    await this.#attempt(request);
  }

  /** The rows of a successful answer; throws where it is none. */
  async rows(request: PersistentRequest): Promise<readonly Record<string, unknown>[]> {
    const answer = await this.answer(request);
    if (answer.status !== 200 || answer.json?.data === undefined) {
      throw new Error(`${request.method} ${request.path} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    }
    return answer.json.data;
  }

  async #attempt(request: PersistentRequest): Promise<Attempt> {
    this.#turn += 1;
    this.#sent += 1;
    const send = this.#send[this.#turn % this.#send.length];
    if (!send) throw new Error('The system has no gateway');
    const { key, ...rest } = request;
    const headers = { ...rest.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) };
    try {
      const answer = await send({ ...rest, headers });
      if (answer.headers.get('idempotency-hit') === 'true') this.#hits += 1;
      return judged(answer);
    } catch (error) {
      return { kind: 'again', waitMs: 0, reason: String(error) };
    }
  }
}

type Attempt =
  | { readonly kind: 'final'; readonly answer: Answer }
  | { readonly kind: 'again'; readonly waitMs: number; readonly reason: string };

function judged(answer: Answer): Attempt {
  const retryAfter = answer.headers.get('retry-after');
  const isLater = LATER.has(answer.status) && retryAfter !== null;
  if (answer.status < 500 && !isLater) return { kind: 'final', answer };
  const waitMs = retryAfter === null ? 0 : Number(retryAfter) * 1000;
  return { kind: 'again', waitMs, reason: `${answer.status} ${answer.text.slice(0, 300)}` };
}
