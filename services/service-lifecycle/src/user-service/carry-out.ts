import type { JsonObject, ServiceEventRow, UserServiceStatus } from '@countinghouse/contracts';
import { eventsFor, taskEventOf } from '../service-event/matching-events.ts';
import type { NewTask } from '../spool/task.ts';
import type { Draft, NodeEvent } from './draft.ts';
import { commandsAllowed, type EventName, finalStatusOf, runsBeside } from './event-name.ts';
import { NodeState } from './node-state.ts';
import type { Facts } from './situation.ts';
import { keyOfChange, type Plan } from './stored-change.ts';
import type { Tree } from './tree.ts';

export interface CarryOutInput {
  readonly tree: Tree;
  readonly facts: Facts;
  /** The service events of all names. */
  readonly events: readonly ServiceEventRow[];
  readonly number: number;
}

/** Turns a draft without open steps into everything that is to be written (domain.md 3.4, 3.5). */
export function carryOut(input: CarryOutInput, draft: Draft): Plan {
  const work = new CarryingOut(input);
  for (const [id, fields] of draft.fields) work.state(id).write(fields);
  for (const [id, status] of draft.statuses) work.setStatus(id, status);
  for (const finished of draft.finished) work.finish(finished);
  for (const event of draft.events) work.apply(event);
  work.wakeParents();
  return work.plan();
}

class CarryingOut {
  readonly #input: CarryOutInput;
  readonly #states = new Map<number, NodeState>();
  readonly #tasks: NewTask[] = [];
  readonly #key: string;

  constructor(input: CarryOutInput) {
    this.#input = input;
    this.#key = keyOfChange(input.tree.root._id, input.number);
  }

  state(id: number): NodeState {
    const known = this.#states.get(id);
    if (known) return known;
    const state = new NodeState(this.#input.tree.node(id));
    this.#states.set(id, state);
    return state;
  }

  setStatus(id: number, status: UserServiceStatus): void {
    this.state(id).become(status, null, null, this.#input.facts.at, this.#key);
  }

  /** 3.4: waits for children in PROGRESS, else runs its commands, else takes the final status at once. */
  apply({ id, event }: NodeEvent): void {
    const state = this.state(id);
    if (finalStatusOf(event) !== undefined && this.#childInProgress(id)) {
      this.#wait(state, event, 'children', []);
      return;
    }
    this.#runCommands(state, event);
  }

  /** The commands of an event are done. */
  finish({ id, event }: NodeEvent): void {
    this.#takeFinalStatus(this.state(id), event);
  }

  /** A parent goes on when no child is in PROGRESS any more; to be removed, when no child is left (quirk Q25). */
  wakeParents(): void {
    for (const state of [...this.#states.values()]) this.#wakeParentOf(state);
  }

  plan(): Plan {
    const { tree } = this.#input;
    const changed = [...this.#states.values()].filter((state) => state.node !== tree.root);
    return {
      root: this.state(tree.root._id).toWrite(),
      others: changed.filter((state) => state.node.version > 0 && state.isChanged).map((state) => state.toWrite()),
      inserts: [...tree.nodes].filter((node) => node.version === 0).map((node) => this.state(node._id).toDocument()),
      tasks: this.#tasks,
    };
  }

  #wakeParentOf(state: NodeState): void {
    const parentNode = this.#input.tree.parentOf(state.node);
    if (!parentNode) return;
    const parent = this.state(parentNode._id);
    const { progress } = parent;
    if (parent.status !== 'PROGRESS' || progress?.waitsFor !== 'children') return;
    if (this.#childInProgress(parentNode._id)) return;
    if (progress.event === 'REMOVE' && this.#childLeft(parentNode._id)) return;
    this.#runCommands(parent, progress.event);
    this.#wakeParentOf(parent);
  }

  #runCommands(state: NodeState, event: EventName): void {
    const tasks = commandsAllowed(event, state.status) ? this.#tasksOf(state, event, {}) : [];
    this.#tasks.push(...tasks);
    if (tasks.length > 0 && !runsBeside(event)) {
      const keys = tasks.map((task) => task.key);
      this.#wait(state, event, 'tasks', keys);
    } else this.#takeFinalStatus(state, event);
  }

  #wait(state: NodeState, event: EventName, waitsFor: 'children' | 'tasks', tasks: readonly string[]): void {
    state.become('PROGRESS', event, { event, waitsFor, tasks }, this.#input.facts.at, this.#key);
  }

  #takeFinalStatus(state: NodeState, event: EventName): void {
    const after = finalStatusOf(event);
    if (after === undefined) return;
    if (event === 'PROLONGATE') this.#confirm(state);
    else if (after !== state.status) this.#change(state, event, after);
  }

  /** PROLONGATE changes no status, but may have waited for its children. */
  #confirm(state: NodeState): void {
    if (state.status === 'PROGRESS') state.become('ACTIVE', 'PROLONGATE', null, this.#input.facts.at, this.#key);
    if (state.status === 'ACTIVE') state.confirmStatus();
  }

  #change(state: NodeState, event: EventName, after: UserServiceStatus): void {
    if (state.status !== 'ERROR') {
      const status = { before: state.stableStatus, after };
      this.#tasks.push(...this.#tasksOf(state, 'CHANGED', { status }));
    }
    state.become(after, event, null, this.#input.facts.at, this.#key);
    if (after === 'REMOVED') {
      const { server_id, ...rest } = state.settings;
      if (server_id !== undefined) state.write({ settings: rest });
      state.forget('once_key');
    }
  }

  #tasksOf(state: NodeState, event: EventName, extra: JsonObject): NewTask[] {
    const { _id: user_service_id, user_id } = state.node;
    const category = this.#input.facts.services.get(state.serviceId)?.category ?? '';
    const { server_id } = state.settings;
    const settings = { user_service_id, ...(server_id === undefined ? {} : { server_id }), ...extra };
    return eventsFor(this.#input.events, event, category).map((row) => ({
      key: `${this.#key}:${user_service_id}:${event}:${row.id}`,
      user_id,
      user_service_id,
      event: taskEventOf(row),
      settings,
    }));
  }

  #childInProgress(id: number): boolean {
    return this.#children(id).some((child) => child.status === 'PROGRESS');
  }

  #childLeft(id: number): boolean {
    return this.#children(id).some((child) => child.status !== 'REMOVED');
  }

  #children(id: number): NodeState[] {
    return this.#input.tree.childrenOf(id).map((child) => this.state(child._id));
  }
}

/** Nothing to write but the root, so that one guarded write does it all. */
export function concernsRootOnly(plan: Plan): boolean {
  return plan.others.length === 0 && plan.inserts.length === 0 && plan.tasks.length === 0;
}

export function isEmpty(plan: Plan): boolean {
  const { set, unset, outbox } = plan.root;
  return concernsRootOnly(plan) && Object.keys(set).length === 0 && unset.length === 0 && outbox.length === 0;
}
