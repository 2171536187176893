/** What a bus under test does to the messages it sends; deterministic for a seed and an order of messages. */
export interface FaultPlan {
  readonly seed: number;
  /** Share of messages that are lost, 0 to 1. */
  readonly drop: number;
  /** Share of messages that arrive twice. */
  readonly duplicate: number;
  /** Every message is held back for up to this long, so that messages overtake each other. */
  readonly delayMsMax: number;
}

const NONE: FaultPlan = { seed: 1, drop: 0, duplicate: 0, delayMsMax: 0 };

/** Reads `seed=1,drop=0.01,duplicate=0.02,delayMsMax=50`; undefined for an absent or empty text. Refused in production. */
export function parseFaultPlan(text: string | undefined): FaultPlan | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  if (process.env.NODE_ENV === 'production') throw new Error('BUS_FAULTS is for tests: refused in production');
  const plan: Record<keyof FaultPlan, number> = { ...NONE };
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=').map((piece) => piece.trim());
    if (!isPlanKey(name))
      throw new Error(`BUS_FAULTS: unknown setting ${name}; expected ${Object.keys(NONE).join(', ')}`);
    plan[name] = numberOf(name, value);
  }
  return plan;
}

function isPlanKey(name: string): name is keyof FaultPlan {
  return Object.hasOwn(NONE, name);
}

function numberOf(name: keyof FaultPlan, text: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  const isShare = name === 'drop' || name === 'duplicate';
  if (!Number.isFinite(value) || value < 0 || (isShare && value > 1))
    throw new Error(`BUS_FAULTS: ${name} must be ${isShare ? 'a number from 0 to 1' : 'a number of at least 0'}`);
  return value;
}

/** mulberry32: enough randomness for tests, the same on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Decides what happens to each message. */
export class FaultInjector {
  readonly #plan: FaultPlan;
  readonly #random: () => number;

  constructor(plan: FaultPlan) {
    this.#plan = plan;
    this.#random = seededRandom(plan.seed);
  }

  /** The delays in milliseconds after which copies of the message are sent: none when it is lost, two when it is doubled. */
  copies(): readonly number[] {
    const lost = this.#random() < this.#plan.drop;
    const doubled = this.#random() < this.#plan.duplicate;
    const delays = [this.#delayMs(), this.#delayMs()];
    return lost ? [] : delays.slice(0, doubled ? 2 : 1);
  }

  #delayMs(): number {
    return Math.floor(this.#random() * this.#plan.delayMsMax);
  }
}
