import { type RunningSystem, startServers, startSystem } from '@countinghouse/testing';
import { Acknowledged } from './acknowledged.ts';
import { act } from './actions.ts';
import { createCatalogue, type RunCatalogue } from './catalogue.ts';
import { Killer } from './killer.ts';
import { PersistentSender, type SenderCounts } from './persistent-sender.ts';
import { createPopulation } from './population.ts';
import { proveMoney, proveShares } from './prove-money.ts';
import { proveServices } from './prove-services.ts';
import { comeToRest } from './quiescence.ts';
import { readState } from './read-state.ts';
import { SeededRandom } from './seeded-random.ts';

export interface FaultRunOptions {
  readonly seed: number;
  readonly operations: number;
  readonly users: number;
  readonly workers: number;
  /** Off for looking at the load alone. */
  readonly kills: boolean;
  /** The plan of the fault bus without its seed; empty for a sound bus. */
  readonly busFaults: string;
  readonly say: (sentence: string) => void;
}

export interface FaultRunResult {
  readonly operations: number;
  readonly seconds: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly kills: Readonly<Record<string, number>>;
  readonly requests: SenderCounts;
  readonly ledgerEntries: number;
  /** What is not as it must be, one sentence each. */
  readonly differences: readonly string[];
}

const REPLICAS = { billing: 2, 'service-lifecycle': 2, user: 2, 'template-renderer': 2, gateway: 2 };
const START = Date.parse('2024-01-01T00:00:00Z');
/** How often the clock moves in a run, and how far at most: so that monthly services are renewed. */
const CLOCK_MOVES = 20;
const CLOCK_DAYS_MAX = 9;

/** Load, faults and kills on a system of its own, then the proof that it agrees with what it acknowledged. */
export async function runFaults(options: FaultRunOptions): Promise<FaultRunResult> {
  const { seed, busFaults } = options;
  const servers = await startServers();
  const faults = busFaults === '' ? {} : { BUS_FAULTS: `seed=${seed},${busFaults}` };
  let system: RunningSystem | undefined;
  try {
    system = await startSystem({ servers, replicas: REPLICAS, env: { ...faults, LOG_LEVEL: 'error' } });
    const random = new SeededRandom(seed);
    const killer = new Killer({ system, servers, random: random.fork() });
    const admin = await PersistentSender.open(system);
    return await new FaultRun({ options, system, admin, killer, random }).run();
  } finally {
    await system?.stop();
    await servers.stop();
  }
}

interface FaultRunParts {
  readonly options: FaultRunOptions;
  readonly system: RunningSystem;
  readonly admin: PersistentSender;
  readonly killer: Killer;
  readonly random: SeededRandom;
}

class FaultRun {
  readonly #options: FaultRunOptions;
  readonly #system: RunningSystem;
  readonly #admin: PersistentSender;
  readonly #killer: Killer;
  readonly #random: SeededRandom;
  #nowMs = START;
  #started = 0;

  constructor({ options, system, admin, killer, random }: FaultRunParts) {
    this.#options = options;
    this.#system = system;
    this.#admin = admin;
    this.#killer = killer;
    this.#random = random;
  }

  async run(): Promise<FaultRunResult> {
    await this.#setClock();
    const catalogue = await createCatalogue(this.#admin);
    const known = new Acknowledged(await createPopulation(this.#admin, this.#options.users));
    const startedAtMs = performance.now();
    await this.#load(known, catalogue);
    const seconds = (performance.now() - startedAtMs) / 1000;
    this.#options.say(`${known.operations} operations in ${seconds.toFixed(0)} s, waiting for rest`);
    await comeToRest(this.#system, this.#admin);
    const ledgerEntries = await this.#prove(known, catalogue);
    return {
      operations: known.operations,
      seconds,
      answers: Object.fromEntries([...known.answers].sort()),
      kills: Object.fromEntries(this.#killer.kills),
      requests: this.#admin.counts,
      ledgerEntries,
      differences: known.contradictions,
    };
  }

  async #load(known: Acknowledged, catalogue: RunCatalogue): Promise<void> {
    const killing = this.#options.kills ? this.#killer.run() : Promise.resolve();
    const clock = this.#moveClock();
    try {
      await Promise.all(
        Array.from({ length: this.#options.workers }, (_, index) => this.#work(known, catalogue, index)),
      );
    } finally {
      this.#started = this.#options.operations;
      this.#killer.stop();
      await Promise.all([killing, clock]);
    }
  }

  /** A worker has users of its own, so that what it knows of them is in order; payments reach everybody's. */
  async #work(known: Acknowledged, catalogue: RunCatalogue, worker: number): Promise<void> {
    const random = this.#random.fork();
    const own = known.users.filter((_, index) => index % this.#options.workers === worker);
    const tools = { admin: this.#admin, catalogue, known, random };
    while (this.#started < this.#options.operations) {
      this.#started += 1;
      await act(tools, random.pick(own), `op-${this.#started}`);
    }
  }

  /** Moves business time on as the load proceeds, and runs what became due. */
  async #moveClock(): Promise<void> {
    const random = this.#random.fork();
    const { operations, say } = this.#options;
    for (let move = 1; move <= CLOCK_MOVES; move += 1) {
      while (this.#started < (operations * move) / (CLOCK_MOVES + 1)) await nextTurn();
      this.#nowMs += random.between(1, CLOCK_DAYS_MAX * 24 * 60) * 60_000;
      await this.#setClock();
      await this.#admin.rows({ method: 'POST', path: '/v1/test/run' });
      say(`${this.#started} of ${operations} operations, the clock stands at ${this.#clockText()}`);
    }
  }

  async #setClock(): Promise<void> {
    await this.#admin.answer({ method: 'PUT', path: '/v1/test/clock', body: { now: this.#clockText() } });
  }

  #clockText(): string {
    return new Date(this.#nowMs).toISOString().slice(0, 19).replace('T', ' ');
  }

  /** Answers how many ledger entries were proved. */
  async #prove(known: Acknowledged, catalogue: RunCatalogue): Promise<number> {
    const report = (sentence: string) => known.contradict(sentence);
    const [first] = known.users;
    for (const user of known.users) {
      const state = await readState(this.#admin, user.id);
      proveMoney(user, state, catalogue, report);
      await proveServices(user, state, { admin: this.#admin, catalogue, report });
      if (user === first) proveShares(known.users, state, report);
    }
    const [proof] = await this.#admin.rows({ method: 'GET', path: '/v1/admin/ledger/verify' });
    for (const difference of (proof?.differences ?? []) as string[]) report(`ledger: ${difference}`);
    if (proof?.ok !== true && known.contradictions.length === 0) report('the ledger is not right');
    return Number(proof?.entries);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
