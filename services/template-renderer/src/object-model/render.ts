import type { Bus, ReplyOf } from '@countinghouse/bus';
import {
  type ArgumentsOfOperation,
  type Caller,
  Fault,
  hasAdminRights,
  type ListReply,
  type Operation,
  systemCaller,
} from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import type { Named } from './arguments.ts';
import { RecentCohorts } from './recent-cohorts.ts';
import { Report } from './report.ts';
import type { SharedReads } from './shared-reads.ts';
import type { TplSource } from './tpl-source.ts';

export interface RenderOptions {
  readonly bus: Bus;
  readonly context: Context;
  readonly reads: SharedReads;
  /** Undefined allows writes; else why they are refused. */
  readonly writesRefused: string | undefined;
  readonly callsMax: number;
  /** Whose data are meant; null in public calls. */
  readonly userId: number | null;
  /** Uses a promo code for a user and answers what its template prints. */
  applyPromo(code: string, userId: number): Promise<string>;
  /** Renders another template for the same call, under a key of its own. */
  parse(template: TplSource, given: Named, key: string): Promise<string>;
}

/** A render made more calls than it may. */
export class BusCallLimitError extends Error {
  constructor(callsMax: number) {
    super(`template limit exceeded: busCalls (at most ${callsMax})`);
    this.name = 'BusCallLimitError';
  }
}

/** One render: whom it is for, what it may, and how it reaches the owners of the data. */
export class Render {
  readonly context: Context;
  readonly report = new Report();
  readonly recent = new RecentCohorts();
  /** Whose data `us`, `pay`, `storage` and the like mean; `user.switch` moves it. */
  currentUserId: number | null;
  /** Grows with every write: what was read before may be old. */
  generation = 0;
  /** `task.answer` */
  taskAnswer: { status: unknown; msg: unknown; more: readonly unknown[] } | undefined;
  readonly #options: RenderOptions;
  readonly #kept = new Map<string, { readonly generation: number; readonly value: Promise<unknown> }>();
  readonly #unread = new Set<() => void>();
  #callsLeft: number;
  #writes = 0;
  #parses = 0;

  constructor(options: RenderOptions) {
    this.#options = options;
    this.context = options.context;
    this.currentUserId = options.userId;
    this.#callsLeft = options.callsMax;
  }

  get userId(): number | null {
    return this.#options.userId;
  }

  /** Reads from an owner, together with other renders that ask the same at this moment; the answer must not be changed. */
  read<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>, actingUserId?: number): Promise<ReplyOf<O>> {
    this.#count();
    const key = `${operation.id} ${actingUserId ?? ''} ${JSON.stringify(args)}`;
    const run = () => this.#call(operation, args, systemCaller('template-renderer', actingUserId ?? null), key);
    return this.#options.reads.read(key, run, isShareable);
  }

  /** Writes through an owner; Fault 400 naming the member where the template may not (decisions.md 7). */
  async write<O extends Operation>(
    member: string,
    operation: O,
    args: ArgumentsOfOperation<O>,
    actingUserId?: number,
  ): Promise<ReplyOf<O>> {
    this.requireWrite(member);
    this.#count();
    this.#writes += 1;
    const key = `${this.context.key}/template/${this.#writes}`;
    try {
      return await this.#call(operation, args, systemCaller('template-renderer', actingUserId ?? null), key);
    } finally {
      this.generation += 1;
    }
  }

  requireWrite(member: string): void {
    const { writesRefused } = this.#options;
    if (writesRefused !== undefined) throw new Fault(400, `${member} writes: ${writesRefused}`);
  }

  /** Only administrators and tasks may, whatever the settings of the template say; Fault 400 naming the member. */
  requireAdministrator(member: string): void {
    if (!hasAdminRights(this.context.caller)) throw new Fault(400, `${member} is for administrators and tasks only`);
  }

  async applyPromo(code: string, userId: number): Promise<string> {
    try {
      return await this.#options.applyPromo(code, userId);
    } finally {
      this.generation += 1;
    }
  }

  parse(template: TplSource, given: Named): Promise<string> {
    this.#parses += 1;
    return this.#options.parse(template, given, `${this.context.key}/parse/${this.#parses}`);
  }

  /** What `load` answers, asked once until something is written. */
  once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    if (kept && kept.generation === this.generation) return kept.value as Promise<T>;
    const value = load();
    this.#kept.set(key, { generation: this.generation, value });
    return value;
  }

  /** A streamed list that nobody may come to read. */
  closeAtEnd(close: () => void): void {
    this.#unread.add(close);
  }

  end(): void {
    for (const close of this.#unread) close();
    this.#unread.clear();
  }

  #count(): void {
    if (this.#callsLeft <= 0) throw new BusCallLimitError(this.#options.callsMax);
    this.#callsLeft -= 1;
  }

  #call<O extends Operation>(
    operation: O,
    args: ArgumentsOfOperation<O>,
    caller: Caller,
    key: string,
  ): Promise<ReplyOf<O>> {
    const { bus, context } = this.#options;
    return bus.call(operation, args, { caller, key, deadlineAt: context.deadlineAt });
  }
}

/** Streamed rows can be read by one only. */
function isShareable(reply: unknown): boolean {
  const rows = (reply as Partial<ListReply> | null)?.rows;
  return !(typeof rows === 'object' && rows !== null && Symbol.asyncIterator in rows);
}
