import { Fault, type JsonObject, type ServiceRow } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import { insertDocument, isDuplicateKey, type Store } from '@countinghouse/store';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { draftOf } from '../user-service/draft-of.ts';
import type { IntentOf } from '../user-service/intent.ts';
import { newChange } from '../user-service/stored-change.ts';
import { Tree } from '../user-service/tree.ts';
import type { TreeChanges } from '../user-service/tree-changes.ts';
import { USER_SERVICES, type UserServiceDocument } from '../user-service/user-service-document.ts';
import { branchOf, type NewTree, newTree, type OrderTerms, sizeOf } from './new-tree.ts';

/** Attempts to find ids that nobody has; a caller's own ids never move the counter. */
const ID_ATTEMPTS_MAX = 200;

export interface Order {
  readonly userId: number;
  readonly service: ServiceRow;
  readonly settings: JsonObject | null;
  /** 0: the tree stays INIT with an unpaid write-off. */
  readonly autoBill: number;
  readonly terms: OrderTerms;
  readonly endDate: string | null;
  /** Set where the service may be ordered only once. */
  readonly onceKey: string | null;
}

/** Creates trees of user services: the root with the whole order in it, which is then carried out like any change. */
export class Orders {
  readonly #store: Store;
  readonly #catalogue: Catalogue;
  readonly #changes: TreeChanges;

  constructor(store: Store, catalogue: Catalogue, changes: TreeChanges) {
    this.#store = store;
    this.#catalogue = catalogue;
    this.#changes = changes;
  }

  /** Answers the root as it is afterwards; the same key finds the same order again. */
  async create(order: Order, context: Context): Promise<UserServiceDocument> {
    const key = `order:${context.key}`;
    const earlier = await this.#changes.trees.collection.findOne({ order_key: key });
    const root = earlier ?? (await this.#insert(order, key, context.now));
    if (root.change) await this.#changes.continueChange(root._id, context);
    return this.#changes.trees.find(root._id);
  }

  async #insert(order: Order, key: string, at: Date): Promise<UserServiceDocument> {
    const branch = await branchOf(this.#catalogue, order.service);
    const size = sizeOf(branch);
    for (let attempt = 1; attempt <= ID_ATTEMPTS_MAX; attempt += 1) {
      const ids = await this.#freeIds(size, attempt);
      if (!ids) continue;
      const tree = newTree(branch, { ...order, at }, ids);
      const root = await this.#insertOnce(await this.#rootOf(tree, order, key, at), key);
      if (root) return root;
    }
    throw new Error(`No free ids in ${USER_SERVICES}`);
  }

  /** The ids at the end of a block that grows with the attempts, so that a run of taken ids is passed in few steps. */
  async #freeIds(size: number, attempt: number): Promise<number[] | undefined> {
    const block = await this.#store.nextIds(USER_SERVICES, size * Math.min(attempt ** 3, 1000));
    const ids = block.slice(-size);
    if (size === 1) return ids;
    const taken = await this.#changes.trees.collection.findOne({ _id: { $in: ids } }, { projection: { _id: 1 } });
    return taken ? undefined : ids;
  }

  async #rootOf(tree: NewTree, order: Order, key: string, at: Date): Promise<UserServiceDocument> {
    const [root, ...created] = tree.nodes;
    if (!root) throw new Error('An order has a root');
    const { billed } = tree;
    const intent: IntentOf<'order'> = {
      kind: 'order',
      target: root._id,
      billed,
      process: order.autoBill === 1,
      endDate: order.endDate,
    };
    const services = await this.#catalogue.read(tree.nodes.map((node) => node.service_id));
    const { steps } = draftOf(intent, new Tree(tree.nodes), { at, services }, []);
    const change = newChange({ number: 1, key: null, at, intent, steps, created });
    return { ...root, change, order_key: key, ...(order.onceKey === null ? {} : { once_key: order.onceKey }) };
  }

  /** The stored root: of another process where that works on the same order. Undefined where the id is taken. */
  async #insertOnce(root: UserServiceDocument, key: string): Promise<UserServiceDocument | undefined> {
    const { collection } = this.#changes.trees;
    try {
      await insertDocument(collection, root);
      this.#changes.reached('stored');
      return root;
    } catch (error) {
      if (isDuplicateKey(error, '_id')) return undefined;
      if (isDuplicateKey(error, 'order_key')) return (await collection.findOne({ order_key: key })) ?? undefined;
      if (isDuplicateKey(error, 'once_key')) throw prohibited();
      throw error;
    }
  }
}

/** The text that the peer's clients know. */
export function prohibited(): Fault {
  return new Fault(403, 'The service is prohibited for registration');
}

export function serviceNotExists(id: number): Fault {
  return new Fault(400, `service not exists: ${id}`);
}
