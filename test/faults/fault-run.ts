import { setTimeout as pause } from 'node:timers/promises';
import { type RunningSystem, startServers, startSystem } from '@countinghouse/testing';
import { Acknowledged } from './acknowledged.ts';
import { act, pay } from './actions.ts';
import { createCatalogue, type RunCatalogue } from './catalogue.ts';
import { CommandCounterpart } from './command-counterpart.ts';
import { createCommands } from './commands.ts';
import { Killer } from './killer.ts';
import { MovingClock } from './moving-clock.ts';
import { PersistentSender, type SenderCounts } from './persistent-sender.ts';
import { createPopulation } from './population.ts';
import { proveCommands } from './prove-commands.ts';
import { proveMoney, proveShares } from './prove-money.ts';
import { proveServices } from './prove-services.ts';
import { comeToRest } from './quiescence.ts';
import { readState } from './read-state.ts';
import { SeededRandom } from './seeded-random.ts';
import { proveStuckTasks, provokeStuckTask } from './stuck-tasks.ts';

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
  /** Tasks that the commanded machine was told, and how often it was told them. */
  readonly commands: { readonly tasks: number; readonly attempts: number };
  readonly ledgerEntries: number;
  /** What is not as it must be, one sentence each. */
  readonly differences: readonly string[];
}

const REPLICAS = { billing: 2, 'service-lifecycle': 2, user: 2, 'template-renderer': 2, gateway: 2 };
/** A run with kills goes on until there were so many. */
const KILLS_MIN = 2;
/** How often the clock leaps in a run, so that periods end and services are renewed. */
const LEAPS = 20;
const ERRORS_SHOWN = 5;
const ERROR_CHARACTERS_MAX = 1_500;
const STEP_PAUSE_MS = 1_000;
/** A dead worker's task is tried again after this long. */
const SPOOL_LEASE_MS = 3_000;

/** Load, faults and kills on a system of its own, then the proof that it agrees with what it acknowledged. */
export async function runFaults(options: FaultRunOptions): Promise<FaultRunResult> {
  const random = new SeededRandom(options.seed);
  const servers = await startServers();
  const counterpart = await CommandCounterpart.start(random.fork());
  let system: RunningSystem | undefined;
  try {
    system = await startSystem({ servers, replicas: REPLICAS, env: environmentOf(options) });
    const admin = await PersistentSender.open(system);
    const killer = new Killer({ system, servers, random: random.fork() });
    const clock = new MovingClock(admin, random.fork());
    return await new FaultRun({ options, system, admin, killer, clock, counterpart, random }).run();
  } catch (error) {
    if (system) sayErrors(system, options.say);
    throw error;
  } finally {
    await system?.stop();
    await counterpart.stop();
    await servers.stop();
  }
}

function environmentOf({ seed, busFaults }: FaultRunOptions): Record<string, string> {
  const faults = busFaults === '' ? {} : { BUS_FAULTS: `seed=${seed},${busFaults}` };
  return { ...faults, LOG_LEVEL: 'error', OUTGOING_ALLOW: '127.0.0.0/8', SPOOL_LEASE_MS: String(SPOOL_LEASE_MS) };
}

/** The last errors that the processes logged: what a run that failed has to be judged by. */
function sayErrors({ processes }: RunningSystem, say: (sentence: string) => void): void {
  for (const replica of Object.values(processes).flat()) {
    const errors = replica.log().trim().split('\n').slice(-ERRORS_SHOWN);
    for (const line of errors) say(`${replica.name}: ${line.slice(0, ERROR_CHARACTERS_MAX)}`);
  }
}

interface FaultRunParts {
  readonly options: FaultRunOptions;
  readonly system: RunningSystem;
  readonly admin: PersistentSender;
  readonly killer: Killer;
  readonly clock: MovingClock;
  readonly counterpart: CommandCounterpart;
  readonly random: SeededRandom;
}

class FaultRun {
  readonly #parts: FaultRunParts;
  #started = 0;
  #isStopped = false;

  constructor(parts: FaultRunParts) {
    this.#parts = parts;
  }

  async run(): Promise<FaultRunResult> {
    const { options, system, admin, killer, clock, counterpart } = this.#parts;
    await clock.begin();
    await createCommands(admin, counterpart.url);
    const catalogue = await createCatalogue(admin);
    const known = new Acknowledged(await createPopulation(admin, options.users));
    const stuck = await provokeStuckTask(admin);
    const startedAtMs = performance.now();
    await this.#load(known, catalogue);
    const seconds = (performance.now() - startedAtMs) / 1000;
    options.say(`${known.operations} operations in ${seconds.toFixed(0)} s, waiting for rest`);
    await this.#payEverybody(known, catalogue);
    await comeToRest(system, admin, clock);
    const report = (sentence: string) => known.contradict(sentence);
    await this.#prove(known, catalogue);
    await proveStuckTasks(admin, stuck, report);
    return {
      operations: known.operations,
      seconds,
      answers: Object.fromEntries([...known.answers].sort()),
      kills: Object.fromEntries(killer.kills),
      requests: admin.counts,
      commands: { tasks: counterpart.commands.length, attempts: counterpart.attempts },
      ledgerEntries: await proveLedger(admin, report),
      differences: known.contradictions,
    };
  }

  async #load(known: Acknowledged, catalogue: RunCatalogue): Promise<void> {
    const { options, killer } = this.#parts;
    const stop = () => {
      this.#isStopped = true;
      killer.stop();
    };
    const workers = Array.from({ length: options.workers }, (_, index) => this.#work(known, catalogue, index));
    const working = Promise.all(workers).finally(stop);
    const moving = this.#moveClock().finally(stop);
    await Promise.all([working, moving, options.kills ? killer.run().finally(stop) : undefined]);
  }

  /** However fast the machine is, some processes die meanwhile. */
  get #isOver(): boolean {
    const { options, killer } = this.#parts;
    const isDone = this.#started >= options.operations && (!options.kills || killer.total >= KILLS_MIN);
    return this.#isStopped || isDone;
  }

  /** A worker has users of its own, so that what it knows of them is in order. */
  async #work(known: Acknowledged, catalogue: RunCatalogue, worker: number): Promise<void> {
    const { admin, options } = this.#parts;
    const random = this.#parts.random.fork();
    const own = known.users.filter((_, index) => index % options.workers === worker);
    while (!this.#isOver) {
      this.#started += 1;
      await act({ admin, catalogue, known, random }, random.pick(own), `op-${this.#started}`);
    }
  }

  /** Moves business time on as long as the load lasts, and runs what becomes due. */
  async #moveClock(): Promise<void> {
    const { operations, say } = this.#parts.options;
    const { clock } = this.#parts;
    for (let leaps = 0; !this.#isOver; ) {
      if (leaps === LEAPS || this.#started < (operations * (leaps + 1)) / (LEAPS + 1)) {
        await clock.step();
        await pause(STEP_PAUSE_MS);
      } else {
        leaps += 1;
        await clock.leap();
        say(`${this.#started} of ${operations} operations, the clock stands at ${clock.text}`);
      }
    }
  }

  /** Money wakes up what waits for it: after this nothing that can be paid may be left unpaid. */
  async #payEverybody(known: Acknowledged, catalogue: RunCatalogue): Promise<void> {
    const { admin, random } = this.#parts;
    const tools = { admin, catalogue, known, random };
    await Promise.all(known.users.map((user) => pay({ ...tools, user, op: `last-${user.id}` })));
  }

  async #prove(known: Acknowledged, catalogue: RunCatalogue): Promise<void> {
    const { admin, clock, counterpart } = this.#parts;
    const report = (sentence: string) => known.contradict(sentence);
    const [first] = known.users;
    for (const user of known.users) {
      const state = await readState(admin, user.id);
      proveMoney(user, state, catalogue, report);
      await proveServices(user, state, { admin, catalogue, now: clock.text, report });
      proveCommands(state, counterpart.commands, catalogue, report);
      if (user === first) proveShares(known.users, state, report);
    }
  }
}

/** Answers how many ledger entries were proved. */
async function proveLedger(admin: PersistentSender, report: (sentence: string) => void): Promise<number> {
  const [proof] = await admin.rows({ method: 'GET', path: '/v1/admin/ledger/verify' });
  const differences = (proof?.differences ?? []) as string[];
  for (const difference of differences) report(`ledger: ${difference}`);
  if (proof?.ok !== 1 && differences.length === 0) report(`the ledger is not right: ${JSON.stringify(proof)}`);
  return Number(proof?.entries);
}
