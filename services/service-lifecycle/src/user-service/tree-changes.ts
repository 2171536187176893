import { Fault } from '@countinghouse/contracts';
import type { Context, Runtime } from '@countinghouse/service';
import type { OutboxDocument } from '@countinghouse/store';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ServiceEvents } from '../service-event/service-events.ts';
import { enqueue } from '../spool/task.ts';
import { carryOut, concernsRootOnly, isEmpty } from './carry-out.ts';
import type { Draft } from './draft.ts';
import { draftOf } from './draft-of.ts';
import { EVENT_NAMES } from './event-name.ts';
import type { Intent } from './intent.ts';
import { Patience } from './patience.ts';
import type { MoneyStep, Settled } from './settled.ts';
import { settleSteps } from './settlement.ts';
import type { Facts } from './situation.ts';
import { intentOf, keyOfChange, LEASE_MS, newChange, type Plan, planOf, stepsOf, storedPlan } from './stored-change.ts';
import type { Tree } from './tree.ts';
import { TreeStore } from './tree-store.ts';
import { type NodeWrite, type StoredChange, USER_SERVICES, type UserServiceDocument } from './user-service-document.ts';

/** Questions to billing in one change: one, one more where a paid parent turned out to be removed, and looking at the answers. */
const ROUNDS_MAX = 4;

/** The stages after which a process may die; each has a test. */
export type Stage = 'stored' | 'settled' | 'planned' | 'written' | 'applied' | 'finished';

export interface TreeChangesOptions {
  readonly runtime: Pick<Runtime, 'store' | 'outbox' | 'log' | 'systemContext'>;
  readonly catalogue: Catalogue;
  readonly events: ServiceEvents;
  /** Called after each stage; for tests that end the process there. */
  readonly afterStage?: (stage: Stage) => void;
}

/** Why a tree changes. */
export interface Cause {
  readonly context: Context;
  /** Remembered with the tree, so that a repeat of the request finds it done; null where nothing repeats it. */
  readonly key: string | null;
}

/**
 * Changes trees of user services, one change of a tree at a time. A change that needs money or more than one document is
 * stored in its root with what billing will be asked, then billing is asked under a key that follows from the change, then
 * the whole outcome is stored, carried out by writes that may be repeated, and taken out of the root. Whoever finds a change
 * whose lease is over continues it from there.
 */
export class TreeChanges {
  readonly trees: TreeStore;
  readonly #options: TreeChangesOptions;

  constructor(options: TreeChangesOptions) {
    this.#options = options;
    this.trees = new TreeStore(options.runtime.store);
  }

  /** Answers the target as it is afterwards. Fault 404 for an unknown one, 408 where others change the tree for too long. */
  async run(intent: Intent, cause: Cause): Promise<UserServiceDocument> {
    const patience = new Patience(cause.context);
    for (;;) {
      const tree = await this.trees.load(intent.target);
      const { root } = tree;
      if (cause.key !== null && root.done?.includes(cause.key)) return tree.node(intent.target);
      if (root.change) await this.#awaitOther(root, root.change, patience);
      else {
        const changed = await this.#attempt(tree, intent, cause);
        if (changed) return changed;
      }
    }
  }

  /** What billing would answer if the change were made now; nothing happens. */
  async preview(intent: Intent, context: Context): Promise<Settled[]> {
    const tree = await this.trees.load(intent.target);
    const facts = await this.#facts(tree, intent, context.now);
    const { steps } = draftOf(intent, tree, facts, []);
    if (steps.length === 0) return [];
    const key = `${context.key}:preview:${intent.target}`;
    return settleSteps(context, { userId: tree.root.user_id, at: context.now, steps, key, dryRun: true });
  }

  /** Carries out a change that is stored in its root: a new order, or what a process left. */
  async continueChange(root: number, context: Context): Promise<void> {
    const tree = await this.trees.load(root);
    if (tree.root.change) await this.#carryOn(tree, tree.root.change, context);
  }

  /** Continues what nobody works on any more; answers how many changes. One that fails is left to the next time. */
  async sweep(): Promise<number> {
    let continued = 0;
    for (const root of await this.trees.abandoned(100)) {
      if (!root.change) continue;
      try {
        await this.#recover(root, root.change);
        continued += 1;
      } catch (error) {
        this.#options.runtime.log.error({ err: error, user_service_id: root._id }, 'a change stays unfinished for now');
      }
    }
    return continued;
  }

  async #attempt(tree: Tree, intent: Intent, { context, key }: Cause): Promise<UserServiceDocument | undefined> {
    const facts = await this.#facts(tree, intent, context.now);
    const draft = draftOf(intent, tree, facts, []);
    const { root } = tree;
    const change = newChange({ number: root.version + 1, key, at: context.now, intent, steps: draft.steps });
    if (draft.steps.length > 0) {
      return (await this.#begin(tree, change)) ? this.#carryOn(tree, change, context) : undefined;
    }
    const plan = await this.#plan(tree, facts, draft, change.number);
    if (isEmpty(plan)) return tree.node(intent.target);
    if (concernsRootOnly(plan)) return this.#changeRoot(root, plan.root, key);
    const planned = { ...change, plan: storedPlan(plan) };
    return (await this.#begin(tree, planned)) ? this.#carryOn(tree, planned, context) : undefined;
  }

  async #begin(tree: Tree, change: StoredChange): Promise<boolean> {
    const begun = await this.trees.begin(tree.root, change);
    if (begun) this.reached(change.plan ? 'planned' : 'stored');
    return begun;
  }

  async #changeRoot(
    root: UserServiceDocument,
    write: NodeWrite,
    key: string | null,
  ): Promise<UserServiceDocument | undefined> {
    const changed = await this.trees.changeRoot(root, write, key);
    if (changed) this.#publish([write]);
    return changed as UserServiceDocument | undefined;
  }

  /** From whatever stage the change is in to its end. */
  async #carryOn(tree: Tree, change: StoredChange, context: Context): Promise<UserServiceDocument> {
    const { target } = intentOf(change);
    const root = tree.root._id;
    const plan = change.plan ? planOf(change.plan) : await this.#work(tree, change, context);
    if (!plan) return this.#followOther(root, target, context);
    if (!concernsRootOnly(plan)) {
      if (!change.plan) {
        if (!(await this.trees.storePlan(root, change.number, plan))) return this.#followOther(root, target, context);
        this.reached('planned');
      }
      await this.trees.writeBelow(plan);
      this.reached('written');
      // Last: a worker that finds the task finds the service that waits for it.
      await enqueue(this.#options.runtime.store, plan.tasks, change.at);
      this.reached('applied');
    }
    const finished = await this.trees.finish(root, change, plan.root);
    this.reached('finished');
    if (finished) this.#publish([plan.root, ...plan.others, ...plan.inserts.map(insertedWrite)]);
    return (finished && target === root ? finished : await this.trees.find(target)) as UserServiceDocument;
  }

  /** Somebody else carries the same change on: his plan counts. */
  async #followOther(root: number, target: number, context: Context): Promise<UserServiceDocument> {
    await this.continueChange(root, context);
    return this.trees.find(target);
  }

  /** Asks billing until nothing is open and works out what is to be written; undefined where somebody else is further. */
  async #work(tree: Tree, change: StoredChange, context: Context): Promise<Plan | undefined> {
    const intent = intentOf(change);
    const facts = await this.#facts(tree, intent, change.at);
    const settled: Settled[] = [];
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const known = stepsOf(change, round);
      const draft = known ? undefined : draftOf(intent, tree, facts, settled);
      const steps = known ?? draft?.steps ?? [];
      if (draft && steps.length === 0) {
        this.reached('settled');
        return this.#plan(tree, facts, draft, change.number);
      }
      if (!known && !(await this.#storeRound(tree, change, round, steps))) return undefined;
      settled.push(...(await this.#ask(tree, change, context, { steps, round })));
    }
    throw new Error(`Change ${change.number} of user service ${tree.root._id} does not come to an end`);
  }

  #storeRound(tree: Tree, change: StoredChange, round: number, steps: readonly MoneyStep[]): Promise<boolean> {
    return this.trees.storeRound(tree.root._id, change, round, JSON.stringify(steps));
  }

  async #ask(
    tree: Tree,
    change: StoredChange,
    context: Context,
    { steps, round }: { steps: readonly MoneyStep[]; round: number },
  ): Promise<Settled[]> {
    const { root } = tree;
    const key = `${keyOfChange(root._id, change.number)}:${round}`;
    try {
      return await settleSteps(context, { userId: root.user_id, at: change.at, steps, key });
    } catch (error) {
      if (round === 0 && isRefusal(error)) await this.trees.cancel(root._id, change, isOrder(change));
      throw error;
    }
  }

  async #plan(tree: Tree, facts: Facts, draft: Draft, number: number): Promise<Plan> {
    const needsEvents = draft.events.length > 0 || draft.finished.length > 0 || draft.statuses.size > 0;
    const events = needsEvents ? await this.#options.events.named(EVENT_NAMES) : [];
    return carryOut({ tree, facts, events, number }, draft);
  }

  async #facts(tree: Tree, intent: Intent, at: Date): Promise<Facts> {
    const ids = [...tree.nodes].flatMap((node) => [node.service_id, node.next ?? 0]);
    const chosen = intent.kind === 'tariff' || intent.kind === 'edit-withdraw' ? [intent.serviceId] : [];
    const services = await this.#options.catalogue.read([...ids, ...chosen].filter((id) => id > 0));
    return { at, services };
  }

  async #awaitOther(root: UserServiceDocument, change: StoredChange, patience: Patience): Promise<void> {
    if (change.leasedUntil.getTime() <= Date.now()) await this.#recover(root, change);
    else await patience.wait();
  }

  async #recover(root: UserServiceDocument, change: StoredChange): Promise<void> {
    const leasedUntil = new Date(Date.now() + LEASE_MS);
    if (!(await this.trees.takeOver(root._id, change, leasedUntil))) return;
    const key = `${keyOfChange(root._id, change.number)}:recover`;
    try {
      await this.continueChange(root._id, this.#options.runtime.systemContext(key, root.user_id));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#options.runtime.log.warn({ err: error, user_service_id: root._id }, 'an unfinished change was taken back');
    }
  }

  #publish(writes: readonly NodeWrite[]): void {
    for (const { id, outbox } of writes) {
      if (outbox.length > 0)
        this.#options.runtime.outbox.settleSoon(USER_SERVICES, { _id: id, outbox } as OutboxDocument);
    }
  }

  /** For tests that end the process after a stage. */
  reached(stage: Stage): void {
    this.#options.afterStage?.(stage);
  }
}

function insertedWrite(document: UserServiceDocument): NodeWrite {
  return { id: document._id, version: 0, set: {}, unset: [], outbox: document.outbox ?? [] };
}

function isOrder(change: StoredChange): boolean {
  return intentOf(change).kind === 'order';
}

/** Billing refused for good, so nothing happened there. Rate limits and unavailable services are no refusals. */
function isRefusal(error: unknown): error is Fault {
  return error instanceof Fault && error.status >= 400 && error.status < 500 && ![408, 409, 429].includes(error.status);
}
