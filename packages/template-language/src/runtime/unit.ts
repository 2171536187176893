import type { UnitSource } from '../parser/ast.ts';
import type { Scope } from './scope.ts';

/** What generated code is called with; the runtime implements it. */
export type SyncFunction = (runtime: unknown, scope: Scope) => string;
export type StepwiseFunction = (runtime: unknown, scope: Scope) => Generator<unknown, string, unknown>;

/** A template whose units can run. */
export interface UnitHome {
  readonly name: string;
  block(name: string): Unit | undefined;
  blockNames(): Iterable<string>;
  syncFunction(index: number): SyncFunction;
  stepwiseFunction(index: number): StepwiseFunction;
}

/** A template, a block, a block of a view or the body of a macro, ready to run. */
export class Unit {
  readonly kind: UnitSource['kind'];
  readonly name: string;
  readonly home: UnitHome;
  readonly metadata: ReadonlyMap<string, string>;
  readonly parameters: readonly string[] | undefined;
  readonly #index: number;
  #sync: SyncFunction | undefined;

  constructor(home: UnitHome, source: UnitSource, index: number) {
    this.home = home;
    this.kind = source.kind;
    this.name = source.name;
    this.metadata = source.metadata;
    this.parameters = source.parameters;
    this.#index = index;
  }

  /** False where running inside itself is an error: templates. What is inside of one may; the depth is limited. */
  get mayRecur(): boolean {
    return this.kind !== 'template';
  }

  get sync(): SyncFunction {
    this.#sync ??= this.home.syncFunction(this.#index);
    return this.#sync;
  }

  get stepwise(): StepwiseFunction {
    return this.home.stepwiseFunction(this.#index);
  }
}

/** A unit that is running, and the one that called it. */
export class Frame {
  readonly unit: Unit;
  readonly caller: Frame | undefined;
  readonly depth: number;
  /** Blocks that a processed template left behind. */
  learned: Map<string, Unit> | undefined;

  constructor(unit: Unit, caller: Frame | undefined) {
    this.unit = unit;
    this.caller = caller;
    this.depth = caller === undefined ? 1 : caller.depth + 1;
  }

  learn(blocks: Iterable<readonly [string, Unit]>): void {
    this.learned ??= new Map();
    for (const [name, unit] of blocks) this.learned.set(name, unit);
  }
}
