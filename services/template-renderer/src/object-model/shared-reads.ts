/** A read under way, and the one that follows it for those who asked meanwhile. */
interface Slot {
  readonly running: Promise<unknown>;
  next: Promise<unknown> | undefined;
}

/**
 * Reads that meet share a call. Whoever asks while the same read is under way gets the answer of the next one, which begins after
 * he asked: an answer is never older than its question, and nothing is kept once it was given.
 */
export class SharedReads {
  readonly #slots = new Map<string, Slot>();

  /** `isShareable` says whether several may use one answer; those who cannot read for themselves. */
  read<T>(key: string, run: () => Promise<T>, isShareable: (answer: T) => boolean = () => true): Promise<T> {
    const slot = this.#slots.get(key);
    if (!slot) return this.#start(key, run);
    if (!slot.next) {
      slot.next = slot.running.then(
        () => this.#start(key, run),
        () => this.#start(key, run),
      );
      return slot.next as Promise<T>;
    }
    return (slot.next as Promise<T>).then((answer) => (isShareable(answer) ? answer : run()));
  }

  #start<T>(key: string, run: () => Promise<T>): Promise<T> {
    const running = run();
    const slot: Slot = { running, next: undefined };
    this.#slots.set(key, slot);
    const end = () => {
      if (!slot.next && this.#slots.get(key) === slot) this.#slots.delete(key);
    };
    running.then(end, end);
    return running;
  }
}
