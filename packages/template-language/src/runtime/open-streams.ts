import { type LoopContext, StreamLoop } from './loop-state.ts';

/** The loops over streams that a render has not left yet. */
export class OpenStreams {
  readonly #context: LoopContext;
  readonly #loops = new Set<StreamLoop>();

  constructor(context: LoopContext) {
    this.#context = context;
  }

  /** A loop over something iterable; undefined for what is not. */
  open(source: object, size?: number): StreamLoop | undefined {
    const iterator = this.#iteratorOf(source);
    if (iterator === undefined) return undefined;
    const loop = new StreamLoop(iterator, size);
    this.#loops.add(loop);
    return loop;
  }

  #iteratorOf(source: object): Iterator<unknown> | AsyncIterator<unknown> | undefined {
    const context = this.#context;
    if (Symbol.asyncIterator in source) {
      return context.hostCall(() => (source as AsyncIterable<unknown>)[Symbol.asyncIterator]());
    }
    if (Symbol.iterator in source) return context.hostCall(() => (source as Iterable<unknown>)[Symbol.iterator]());
    return undefined;
  }

  /** Tells the source of a loop that was left; answers what it answers, which may be a promise. */
  close(loop: StreamLoop): unknown {
    this.#loops.delete(loop);
    return this.#context.hostCall(() => loop.close());
  }

  /** Closes what an error left open; answers what has to be waited for. */
  closeAll(): unknown[] {
    const results = [...this.#loops].map((loop) => loop.close());
    this.#loops.clear();
    return results;
  }
}
