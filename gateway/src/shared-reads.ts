type Begin = () => Promise<unknown>;

/** A read under way, and the one that begins when it has ended, asked for by those who came meanwhile. */
interface Flight {
  readonly ended: Promise<void>;
  next: Promise<unknown> | undefined;
  /** Of the last who came: his deadline is the latest. */
  beginNext: Begin;
}

/**
 * Identical reads that meet become one. Whoever comes while such a read is under way does not get its answer, which may be older
 * than the request, but shares the next one with all others who wait: every answer is read after its request arrived.
 */
export class SharedReads {
  readonly #flights = new Map<string, Flight>();

  /** What `begin` resolves with, called for this request or for another one of the same key. */
  read(key: string, begin: Begin): Promise<unknown> {
    const flight = this.#flights.get(key);
    if (!flight) return this.#begin(key, begin);
    flight.beginNext = begin;
    flight.next ??= flight.ended.then(() => this.#begin(key, flight.beginNext));
    return flight.next;
  }

  #begin(key: string, begin: Begin): Promise<unknown> {
    const answer = begin();
    const end = (): void => {
      if (flight.next === undefined) this.#flights.delete(key);
    };
    const flight: Flight = { ended: answer.then(end, end), next: undefined, beginNext: begin };
    this.#flights.set(key, flight);
    return answer;
  }
}
