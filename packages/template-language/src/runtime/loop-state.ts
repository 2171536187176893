import { awaitHost } from './host-errors.ts';

/** What a loop answers in place of an item when there are no more. */
export const loopEnd: unique symbol = Symbol('end');

/** Something FOREACH walks. */
export interface Loop {
  /** Goes on and answers the item, which may be a promise, the sign that it has to be waited for, or `loopEnd`. */
  next(context: LoopContext): unknown;
  /** The value of `loop.name`. */
  field(name: string): unknown;
  /** `loop.last`, which is read most. */
  readonly isLast: boolean;
}

/** What a loop needs of the render. */
export interface LoopContext {
  waitFor(steps: Generator<unknown, unknown, unknown>): unknown;
  hostCall<T>(run: () => T): T;
}

/** The fields of `loop` that follow from the position (templates.md 3.5). */
function positionField(name: string, index: number, isLast: boolean): unknown {
  switch (name) {
    case 'index':
      return index;
    case 'count':
    case 'number':
      return index + 1;
    case 'first':
      return index === 0 ? 1 : 0;
    case 'last':
      return isLast ? 1 : 0;
    case 'odd':
      return index % 2 === 0 ? 1 : 0;
    case 'even':
      return index % 2 === 1 ? 1 : 0;
    case 'parity':
      return index % 2 === 0 ? 'odd' : 'even';
    default:
      return undefined;
  }
}

/** A loop over a list. */
export class ListLoop implements Loop {
  // Private, since own values of an object are what a template can read.
  #index = -1;
  readonly #items: readonly unknown[];
  readonly #size: number;

  constructor(items: readonly unknown[]) {
    this.#items = items;
    this.#size = items.length;
  }

  next(): unknown {
    this.#index += 1;
    return this.#index < this.#size ? this.#items[this.#index] : loopEnd;
  }

  get isLast(): boolean {
    return this.#index === this.#size - 1;
  }

  field(name: string): unknown {
    switch (name) {
      case 'last':
        return this.isLast ? 1 : 0;
      case 'size':
        return this.#size;
      case 'max':
        return this.#size - 1;
      case 'prev':
        return this.#index > 0 ? this.#items[this.#index - 1] : undefined;
      case 'next':
        return this.#items[this.#index + 1];
      default:
        return positionField(name, this.#index, false);
    }
  }
}

/** A loop over something that gives one item after the other; it is read one item ahead. */
export class StreamLoop implements Loop {
  #item: unknown;
  #index = -1;
  #previous: unknown;
  #ahead: IteratorResult<unknown> | undefined;
  readonly #iterator: Iterator<unknown> | AsyncIterator<unknown>;
  readonly #size: number | undefined;

  constructor(iterator: Iterator<unknown> | AsyncIterator<unknown>, size?: number) {
    this.#iterator = iterator;
    this.#size = size;
  }

  next(context: LoopContext): unknown {
    const steps = this.#next(context);
    const first = steps.next();
    return first.done === true ? first.value : context.waitFor(resumed(first.value, steps));
  }

  *#next(context: LoopContext): Generator<unknown, unknown, unknown> {
    this.#ahead ??= yield* this.#pull(context);
    if (this.#ahead.done === true) return loopEnd;
    this.#previous = this.#item;
    this.#item = this.#ahead.value;
    this.#index += 1;
    this.#ahead = yield* this.#pull(context);
    return this.#item;
  }

  *#pull(context: LoopContext): Generator<unknown, IteratorResult<unknown>, unknown> {
    const step: unknown = context.hostCall(() => this.#iterator.next());
    const result = (isPromise(step) ? yield* awaitHost(step) : step) as IteratorResult<unknown>;
    if (result.done === true || !isPromise(result.value)) return result;
    return { done: false, value: yield* awaitHost(result.value) };
  }

  /** Tells the source that no more items are wanted. */
  close(): unknown {
    const finished = this.#ahead?.done === true;
    this.#ahead = { done: true, value: undefined };
    return finished ? undefined : this.#iterator.return?.();
  }

  field(name: string): unknown {
    if (name === 'next') return this.#ahead?.done === true ? undefined : this.#ahead?.value;
    if (name === 'prev') return this.#previous;
    if (name === 'size') return this.#size;
    if (name === 'max') return this.#size === undefined ? undefined : this.#size - 1;
    return positionField(name, this.#index, this.isLast);
  }

  get isLast(): boolean {
    return this.#ahead?.done === true;
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return value instanceof Promise;
}

/** Goes on with a generator whose first step was already taken. */
function* resumed(first: unknown, steps: Generator<unknown, unknown, unknown>): Generator<unknown, unknown, unknown> {
  let step: IteratorResult<unknown, unknown> = { done: false, value: first };
  while (step.done !== true) step = steps.next(yield step.value);
  return step.value;
}

/** The pairs of a hash, sorted by key. */
export function sortedPairs(
  entries: readonly (readonly [string, unknown])[],
  budget: { charge(units: number): void },
): unknown[] {
  const sorted = [...entries].sort(([a], [b]) => {
    budget.charge(8 + (a.length >> 3));
    return compareText(a, b);
  });
  return sorted.map(([key, value]) => {
    budget.charge(4);
    return { __proto__: null, key, value };
  });
}

/** Order of texts by code point. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x === y) continue;
    const bothOrNone = (x >= 0xd800 && x <= 0xdfff) === (y >= 0xd800 && y <= 0xdfff);
    return bothOrNone ? x - y : (a.codePointAt(index) ?? 0) - (b.codePointAt(index) ?? 0);
  }
  return a.length - b.length;
}
