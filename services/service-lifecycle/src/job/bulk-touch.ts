import { randomUUID } from 'node:crypto';
import { type ServiceEventRow, type SettleResult, settleMany } from '@countinghouse/contracts';
import type { Context, Runtime } from '@countinghouse/service';
import { dateTextOf, type OutboxDocument } from '@countinghouse/store';
import type { Catalogue, Services } from '../catalogue/catalogue.ts';
import type { ServiceEvents } from '../service-event/service-events.ts';
import { enqueue } from '../spool/task.ts';
import { carryOut, concernsRootOnly } from '../user-service/carry-out.ts';
import { draftOf } from '../user-service/draft-of.ts';
import { EVENT_NAMES } from '../user-service/event-name.ts';
import { pairUp, settleStepsOf } from '../user-service/settlement.ts';
import { keyOfChange, newChange, type Plan, stepsOf } from '../user-service/stored-change.ts';
import { Tree } from '../user-service/tree.ts';
import type { TreeChanges } from '../user-service/tree-changes.ts';
import { type StoredChange, USER_SERVICES, type UserServiceDocument } from '../user-service/user-service-document.ts';

/** Commands of one call to billing. */
const COMMANDS_MAX = 250;

export interface BulkTouchOptions {
  readonly runtime: Pick<Runtime, 'store' | 'outbox' | 'log'>;
  readonly catalogue: Catalogue;
  readonly events: ServiceEvents;
  readonly changes: TreeChanges;
}

interface Begun {
  readonly root: UserServiceDocument;
  readonly change: StoredChange;
}

interface Planned {
  readonly change: StoredChange;
  readonly plan: Plan;
}

/** What became of a batch. */
export interface BulkResult {
  readonly touched: number;
  /** Left to the next run: locked by others, or refused by billing. */
  readonly left: number;
}

/**
 * Touches many single services at once: the same stages as a single change, each stage one write or call for all of them.
 * Those that need no money, or whose tree is larger, go one by one.
 */
export class BulkTouch {
  readonly #options: BulkTouchOptions;

  constructor(options: BulkTouchOptions) {
    this.#options = options;
  }

  async touch(nodes: readonly UserServiceDocument[], context: Context): Promise<BulkResult> {
    const services = await this.#servicesOf(nodes);
    const changes = nodes.map((root) => this.#changeOf(root, services, context.now));
    const bulk = changes.filter((one) => one !== undefined);
    const inBulk = new Set(bulk.map(({ root }) => root._id));
    const alone = nodes.filter((node) => !inBulk.has(node._id));
    const begun = await this.#begin(bulk);
    const done = await this.#carryOut(begun, services, context);
    const touched = await this.#touchAlone(alone, context);
    return { touched: done + touched, left: nodes.length - done - touched };
  }

  /** The change of a service that is a whole tree and needs billing now; undefined for others. */
  #changeOf(root: UserServiceDocument, services: Services, at: Date): Begun | undefined {
    if (root.root !== root._id || root.has_children || root.change) return undefined;
    const intent = { kind: 'touch', target: root._id } as const;
    const { steps } = draftOf(intent, new Tree([root]), { at, services }, []);
    if (steps.length === 0) return undefined;
    const number = root.version + 1;
    return { root, change: newChange({ number, key: null, at, intent, steps, beginner: randomUUID() }) };
  }

  async #begin(bulk: readonly Begun[]): Promise<Begun[]> {
    if (bulk.length === 0) return [];
    const mine = await this.#options.changes.trees.beginMany(bulk);
    this.#options.changes.reached('stored');
    return bulk.filter(({ root }) => mine.has(root._id));
  }

  async #carryOut(begun: readonly Begun[], services: Services, context: Context): Promise<number> {
    if (begun.length === 0) return 0;
    const events = await this.#options.events.named(EVENT_NAMES);
    const results = await this.#settle(begun, context);
    this.#options.changes.reached('settled');
    const planned: Planned[] = [];
    for (const one of begun) {
      const plan = await this.#planOf(one, results.get(one.root._id), { services, events });
      if (plan) planned.push({ change: one.change, plan });
    }
    await this.#write(planned, context.now);
    return planned.length;
  }

  async #settle(begun: readonly Begun[], context: Context): Promise<Map<number, SettleResult>> {
    const results = new Map<number, SettleResult>();
    for (let at = 0; at < begun.length; at += COMMANDS_MAX) {
      const some = begun.slice(at, at + COMMANDS_MAX);
      const commands = some.map(({ root, change }) => ({
        key: `${keyOfChange(root._id, change.number)}:0`,
        user_id: root.user_id,
        at: dateTextOf(change.at),
        steps: settleStepsOf(stepsOf(change, 0) ?? []),
      }));
      const { rows } = await context.call(settleMany, { commands }, { key: `${context.key}:settle:${randomUUID()}` });
      some.forEach(({ root }, index) => {
        const result = rows[index];
        if (result) results.set(root._id, result);
      });
    }
    return results;
  }

  /** Undefined where billing refused: the change is taken back. */
  async #planOf(
    { root, change }: Begun,
    result: SettleResult | undefined,
    { services, events }: { services: Services; events: readonly ServiceEventRow[] },
  ): Promise<Plan | undefined> {
    if (!result) throw new Error(`Billing answered nothing for user service ${root._id}`);
    if ('fault' in result) {
      this.#options.runtime.log.warn({ user_service_id: root._id, fault: result.fault }, 'not touched');
      await this.#options.changes.trees.cancel(root._id, change, false);
      return undefined;
    }
    const tree = new Tree([root]);
    const facts = { at: change.at, services };
    const settled = pairUp(settleStepsOf(stepsOf(change, 0) ?? []), result.outcomes);
    const draft = draftOf({ kind: 'touch', target: root._id }, tree, facts, settled);
    return carryOut({ tree, facts, events, number: change.number }, draft);
  }

  async #write(planned: readonly Planned[], at: Date): Promise<void> {
    const { runtime, changes } = this.#options;
    const larger = planned.filter(({ plan }) => !concernsRootOnly(plan));
    if (larger.length > 0) {
      await changes.trees.storePlans(larger);
      changes.reached('planned');
      const tasks = larger.flatMap(({ plan }) => plan.tasks);
      await enqueue(runtime.store, tasks, at);
      changes.reached('applied');
    }
    await changes.trees.finishMany(planned);
    changes.reached('finished');
    for (const { plan } of planned) {
      const { id, outbox } = plan.root;
      if (outbox.length > 0) runtime.outbox.settleSoon(USER_SERVICES, { _id: id, outbox } as OutboxDocument);
    }
  }

  async #touchAlone(nodes: readonly UserServiceDocument[], context: Context): Promise<number> {
    let touched = 0;
    for (const { _id: target } of nodes) {
      try {
        await this.#options.changes.run({ kind: 'touch', target }, { context, key: null });
        touched += 1;
      } catch (error) {
        this.#options.runtime.log.warn({ err: error, user_service_id: target }, 'not touched');
      }
    }
    return touched;
  }

  #servicesOf(nodes: readonly UserServiceDocument[]): Promise<Services> {
    const ids = nodes.flatMap((node) => [node.service_id, node.next ?? 0]);
    return this.#options.catalogue.read(ids.filter((id) => id > 0));
  }
}
