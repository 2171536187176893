import {
  type AccountFigures,
  type AccountTerms,
  closeAccount,
  countUserServices,
  eraseAccount,
  eraseUserServices,
  Fault,
  forecast,
  type JsonObject,
  openAccount,
  readFigures,
  refuseOrders,
  updateAccount,
} from '@countinghouse/contracts';
import { type Implementation, implement, type Runtime, type ServiceDefinition } from '@countinghouse/service';
import { outboxEntry } from '@countinghouse/store';

/** What the neighbours of the user service know and were told, in the tests of the user service alone. */
export class Neighbours {
  readonly accounts = new Map<number, AccountFigures & AccountTerms & { closed?: true }>();
  readonly services = new Map<number, number>();
  readonly refused = new Set<number>();
  readonly calls: string[] = [];
  /** Their own, to tell events with. */
  billing: Runtime | undefined;
  lifecycle: Runtime | undefined;
  /** Called before each call is answered; may throw. */
  before: (call: string) => void = () => {};

  /** Publishes an event of theirs. */
  async tell(from: 'billing' | 'lifecycle', type: string, data: JsonObject): Promise<void> {
    const runtime = this[from];
    if (!runtime) throw new Error(`${from} did not start`);
    const entry = outboxEntry(type, data, new Date());
    await runtime.store.collection('told').insertOne({ _id: entry.id as never, outbox: [entry] });
    await runtime.outbox.settle('told', { _id: entry.id, outbox: [entry] });
  }

  note(call: string): void {
    this.before(call);
    this.calls.push(call);
  }
}

function figuresOf(userId: number, terms: AccountTerms, balance = 0): AccountFigures & AccountTerms {
  const { credit = 0, discount = 0, can_overdraft = 0, ...others } = terms;
  return { ...others, user_id: userId, balance, bonus: 0, credit, discount, can_overdraft };
}

/** Answers billing's contract towards the user service. */
export function billingNeighbour(neighbours: Neighbours): ServiceDefinition {
  return {
    name: 'billing',
    variables: {},
    build: async (runtime) => {
      neighbours.billing = runtime;
      return { outboxes: ['told'], operations: billingOperations(neighbours) };
    },
  };
}

function billingOperations(neighbours: Neighbours): Implementation[] {
  const { accounts } = neighbours;
  return [
    implement(openAccount, async ({ user_id: userId, ...terms }) => {
      neighbours.note(`open ${userId}`);
      const opened = accounts.get(userId) ?? figuresOf(userId, terms);
      accounts.set(userId, opened);
      return { rows: [opened] };
    }),
    implement(updateAccount, async ({ user_id: userId, ...terms }) => {
      neighbours.note(`update ${userId} ${JSON.stringify(terms)}`);
      const before = accounts.get(userId);
      if (!before) throw new Fault(404, 'User not found');
      const after = { ...before, ...figuresOf(userId, terms, before.balance), bonus: before.bonus };
      accounts.set(userId, after);
      return { rows: [after] };
    }),
    implement(closeAccount, async ({ user_id: userId, force }) => {
      neighbours.note(`close ${userId}`);
      const account = accounts.get(userId);
      if (!account) throw new Fault(404, 'User not found');
      if (account.balance !== 0 && force === 0) throw new Fault(400, "Can't delete user with non-zero balance");
      accounts.set(userId, { ...account, closed: true });
      return { rows: [account] };
    }),
    implement(eraseAccount, async ({ user_id: userId }) => {
      neighbours.note(`erase-account ${userId}`);
      accounts.delete(userId);
      return { rows: [] };
    }),
    implement(readFigures, async ({ user_ids: ids }) => {
      neighbours.note(`figures ${ids.length}`);
      return { rows: ids.map((id) => accounts.get(id)).filter((account) => account !== undefined) };
    }),
  ];
}

/** Answers the life cycle's contract towards the user service. */
export function lifecycleNeighbour(neighbours: Neighbours): ServiceDefinition {
  return {
    name: 'service-lifecycle',
    variables: {},
    build: async (runtime) => {
      neighbours.lifecycle = runtime;
      return { outboxes: ['told'], operations: lifecycleOperations(neighbours) };
    },
  };
}

function lifecycleOperations(neighbours: Neighbours): Implementation[] {
  return [
    implement(refuseOrders, async ({ user_id: userId, refuse }) => {
      neighbours.note(`refuse ${userId} ${refuse}`);
      if (refuse === 1) neighbours.refused.add(userId);
      else neighbours.refused.delete(userId);
      return { rows: [{ user_id: userId }] };
    }),
    implement(countUserServices, async ({ user_id: userId }) => {
      neighbours.note(`count ${userId}`);
      return { rows: [{ user_id: userId, services: neighbours.services.get(userId) ?? 0 }] };
    }),
    implement(eraseUserServices, async ({ user_id: userId }) => {
      neighbours.note(`erase-services ${userId}`);
      return { rows: [{ user_id: userId }] };
    }),
    implement(forecast, async ({ blocked }, { caller }) => {
      neighbours.note(`forecast ${caller.actingUserId}${blocked === 1 ? ' with blocked' : ''}`);
      return { rows: [{ balance: 0, bonuses: 0, total: 12.5, items: [] }] };
    }),
  ];
}
