import { randomUUID } from 'node:crypto';
import type { Bus } from '@countinghouse/bus';

const HELLO_TOPIC = 'template-renderer.hello';
const GOODBYE_TOPIC = 'template-renderer.goodbye';
const HELLO_MS = 200;

interface Greeting {
  readonly replica: string;
}

/**
 * Who else renders. A replica greets the others when it starts, so each knows how many answers a question will have; one that died
 * without a word is forgotten when it does not answer. Knowing too few or too many costs time only, see {@link askAll}.
 */
export class Replicas {
  readonly id = randomUUID();
  readonly #bus: Bus;
  readonly #known = new Set<string>([this.id]);
  readonly #stops: (() => void)[] = [];

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Greets; from then on the others count on this one's answers. */
  async begin(): Promise<void> {
    this.#stops.push(
      this.#bus.onGather(HELLO_TOPIC, async (greeting) => {
        this.#known.add((greeting as Greeting).replica);
        return { replica: this.id };
      }),
      this.#bus.onBroadcast(GOODBYE_TOPIC, (greeting) => {
        this.#known.delete((greeting as Greeting).replica);
      }),
    );
    const answers = await this.#bus.gather(HELLO_TOPIC, { replica: this.id }, { timeoutMs: HELLO_MS });
    for (const { replica } of answers as Greeting[]) this.#known.add(replica);
  }

  end(): void {
    this.#bus.broadcast(GOODBYE_TOPIC, { replica: this.id });
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** Answers a topic for this replica, with its name. */
  answer(topic: string, handle: (payload: unknown) => void): void {
    this.#stops.push(
      this.#bus.onGather(topic, async (payload) => {
        handle(payload);
        return { replica: this.id };
      }),
    );
  }

  /** Resolves with true as soon as every known replica has answered, with false after `timeoutMs`. */
  async askAll(topic: string, payload: unknown, timeoutMs: number): Promise<boolean> {
    const answers = (await this.#bus.gather(topic, payload, { expected: this.#known.size, timeoutMs })) as Greeting[];
    const answered = new Set(answers.map(({ replica }) => replica));
    const silent = [...this.#known].filter((replica) => !answered.has(replica));
    for (const replica of answered) this.#known.add(replica);
    for (const replica of silent) this.#known.delete(replica);
    return silent.length === 0;
  }
}
