import { field, invalidArgument, type JsonValue, type ServiceChild, type ServiceRow } from '@countinghouse/contracts';
import type { Catalogue, Services } from './catalogue.ts';

const EXPECTED = 'an array of {service_id, qnt}';
/** Nodes that one order may create, and levels below its root. */
export const TREE_NODES_MAX = 500;
export const TREE_DEPTH_MAX = 20;

/** What is stored: objects, or plain ids as in old data; the service itself is left out (domain.md 1.6). */
export function childrenOf(service: Pick<ServiceRow, 'service_id' | 'children'>): ServiceChild[] {
  return parseChildren(service.children ?? []).filter((child) => child.service_id !== service.service_id);
}

/** The argument `children`; a Fault 400 where it is no array of {service_id, qnt}. */
export function parseChildren(value: JsonValue): ServiceChild[] {
  if (!Array.isArray(value)) throw invalidArgument('children', EXPECTED);
  return value.map(parseChild);
}

function parseChild(value: JsonValue): ServiceChild {
  const member = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { service_id: value };
  const { service_id, qnt } = member as { service_id?: JsonValue; qnt?: JsonValue };
  const id = field.id().schema.safeParse(service_id);
  const quantity = field.number({ min: 0, max: 1e6 }).schema.safeParse(qnt ?? 1);
  if (!id.success || !quantity.success) throw invalidArgument('children', EXPECTED);
  return { service_id: id.data, qnt: quantity.data === 0 ? 1 : quantity.data };
}

/**
 * The children that a service is to have, without itself. Fault 400 where one is not in the catalogue, or where the service
 * would come to be a part of itself or its tree too large.
 */
export async function checkedChildren(catalogue: Catalogue, id: number, value: JsonValue): Promise<ServiceChild[]> {
  const children = parseChildren(value).filter((child) => child.service_id !== id);
  const ids = children.map((child) => child.service_id);
  const known = await catalogue.read(ids);
  const unknown = ids.find((child) => !known.has(child));
  if (unknown !== undefined) throw invalidArgument('children', `ids of services that are there, not ${unknown}`);
  const below = await descendants(catalogue, known);
  if (below.has(id)) throw invalidArgument('children', `services that do not contain service ${id} themselves`);
  return children;
}

/** Everything below these services and they themselves, level by level. */
async function descendants(catalogue: Catalogue, first: Services): Promise<Services> {
  const found = new Map(first);
  let level: Services = first;
  while (level.size > 0 && found.size <= TREE_NODES_MAX) {
    const next = [...level.values()].flatMap((row) => childrenOf(row).map((child) => child.service_id));
    level = await catalogue.read(next.filter((id) => !found.has(id)));
    for (const [id, row] of level) found.set(id, row);
  }
  return found;
}
