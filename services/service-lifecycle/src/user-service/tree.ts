import type { UserServiceDocument } from './user-service-document.ts';

/** The services that belong together: a root and everything below it, as they were read. */
export class Tree {
  readonly root: UserServiceDocument;
  readonly #nodes: ReadonlyMap<number, UserServiceDocument>;
  readonly #children: ReadonlyMap<number, readonly UserServiceDocument[]>;

  constructor(nodes: readonly UserServiceDocument[]) {
    const [root] = nodes;
    if (!root) throw new Error('A tree has at least its root');
    this.root = root;
    this.#nodes = new Map(nodes.map((node) => [node._id, node]));
    this.#children = Map.groupBy(
      nodes.filter((node) => node !== root && node.parent !== null),
      (node) => node.parent as number,
    );
  }

  get nodes(): Iterable<UserServiceDocument> {
    return this.#nodes.values();
  }

  get size(): number {
    return this.#nodes.size;
  }

  find(id: number): UserServiceDocument | undefined {
    return this.#nodes.get(id);
  }

  node(id: number): UserServiceDocument {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`User service ${id} is not in the tree of ${this.root._id}`);
    return node;
  }

  parentOf(node: UserServiceDocument): UserServiceDocument | undefined {
    return node === this.root || node.parent === null ? undefined : this.#nodes.get(node.parent);
  }

  /** In the order of their ids. */
  childrenOf(id: number): readonly UserServiceDocument[] {
    return this.#children.get(id) ?? [];
  }

  /** Everything below, parents before their children. */
  *below(id: number): Generator<UserServiceDocument> {
    for (const child of this.childrenOf(id)) {
      yield child;
      yield* this.below(child._id);
    }
  }
}
