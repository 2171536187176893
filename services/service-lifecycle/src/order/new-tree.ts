import { Fault, type JsonObject, type JsonValue, type ServiceRow } from '@countinghouse/contracts';
import type { Catalogue, Services } from '../catalogue/catalogue.ts';
import { childrenOf, TREE_DEPTH_MAX, TREE_NODES_MAX } from '../catalogue/children.ts';
import type { BilledOrder } from '../user-service/intent.ts';
import { type UserServiceDocument, userServiceCodec } from '../user-service/user-service-document.ts';

/** The terms of an order that concern its own price. */
export interface OrderTerms {
  readonly cost?: number | undefined;
  readonly months?: number | undefined;
  readonly qnt?: number | undefined;
  readonly discount?: number | undefined;
  readonly bonus?: number | undefined;
}

export interface OrderedService {
  readonly userId: number;
  readonly service: ServiceRow;
  readonly settings: JsonObject | null;
  readonly autoBill: number;
  readonly terms: OrderTerms;
  readonly at: Date;
}

/** A service of the tree to be, before it has ids. */
export interface Branch {
  readonly service: ServiceRow;
  readonly qnt: number;
  readonly children: readonly Branch[];
}

/** A new tree: its documents, the root first, and those that get a write-off. */
export interface NewTree {
  readonly nodes: readonly UserServiceDocument[];
  readonly billed: readonly BilledOrder[];
}

/** The services of a tree by the catalogue: a service and its children, recursively (domain.md 3.5). */
export async function branchOf(catalogue: Catalogue, service: ServiceRow): Promise<Branch> {
  const services = await readBelow(catalogue, service);
  const count = { nodes: 0 };
  return grow({ services, count }, service, 1, 0);
}

/** How many documents the tree has. */
export function sizeOf(branch: Branch): number {
  return branch.children.reduce((sum, child) => sum + sizeOf(child), 1);
}

async function readBelow(catalogue: Catalogue, service: ServiceRow): Promise<Services> {
  const found = new Map([[service.service_id, service]]);
  for (let level = [service]; level.length > 0; ) {
    const ids = level.flatMap((row) => childrenOf(row).map((child) => child.service_id));
    const below = await catalogue.read(ids.filter((id) => !found.has(id)));
    for (const [id, row] of below) found.set(id, row);
    level = [...below.values()];
  }
  return found;
}

interface Growing {
  readonly services: Services;
  readonly count: { nodes: number };
}

function grow(growing: Growing, service: ServiceRow, qnt: number, depth: number): Branch {
  growing.count.nodes += 1;
  if (depth > TREE_DEPTH_MAX || growing.count.nodes > TREE_NODES_MAX) {
    throw new Fault(400, `The children of service ${service.service_id} are too many or contain each other`);
  }
  const children = childrenOf(service).flatMap((child) => {
    const row = growing.services.get(child.service_id);
    return row ? [grow(growing, row, child.qnt, depth + 1)] : [];
  });
  return { service, qnt, children };
}

/** The documents in version 0, and the root in version 1; `ids` holds one for each. */
export function newTree(branch: Branch, order: OrderedService, ids: readonly number[]): NewTree {
  const [root] = ids;
  if (root === undefined) throw new RangeError('ids: expected one for each service');
  const nodes: UserServiceDocument[] = [];
  const billed: BilledOrder[] = [];
  const add = (part: Branch, parent: number | null): void => {
    const id = ids[nodes.length] as number;
    nodes.push(documentOf(part, order, { id, parent, root }));
    if (parent === null) billed.push({ id, ...order.terms, qnt: order.terms.qnt ?? 1 });
    else if (part.service.pay_always) billed.push({ id, qnt: part.qnt });
    for (const child of part.children) add(child, id);
  };
  add(branch, null);
  return { nodes, billed };
}

function documentOf(
  { service, children }: Branch,
  order: OrderedService,
  { id, parent, root }: { id: number; parent: number | null; root: number },
): UserServiceDocument {
  const isRoot = parent === null;
  const fields = userServiceCodec.encodeNew({
    user_id: order.userId,
    service_id: service.service_id,
    auto_bill: order.autoBill,
    next: service.next,
    parent,
    settings: (isRoot ? order.settings : null) as JsonValue,
  });
  return {
    ...fields,
    _id: id,
    created: order.at,
    root,
    version: isRoot ? 1 : 0,
    ...(isRoot && children.length > 0 ? { has_children: true } : {}),
  } as UserServiceDocument;
}
