import type { PersistentSender } from './persistent-sender.ts';

/** The tariffs of a run, by what is special about them. */
export interface RunCatalogue {
  /** service_id of what can be ordered. */
  readonly tariffs: readonly number[];
  readonly rows: ReadonlyMap<number, CatalogueRow>;
}

export interface CatalogueRow {
  readonly name: string;
  readonly cost: number;
  readonly period: number;
  readonly category: string;
  /** Paid together with its children or not at all. */
  readonly isComposite: boolean;
  /** service_id of the free and billed children, in order. */
  readonly children: readonly number[];
}

interface NewService {
  readonly name: string;
  readonly cost: number;
  readonly period: number;
  readonly category: string;
  readonly pay_always?: 1;
  readonly is_composite?: 1;
}

/** Its commands are done by a real HTTP server. */
export const COMMANDED_CATEGORY = 'commanded';

const CHILDREN = {
  mail: { name: 'mail', cost: 50, period: 1, category: 'plain' },
  mysql: { name: 'mysql', cost: 70, period: 1, category: COMMANDED_CATEGORY },
  address: { name: 'address', cost: 15, period: 1, category: 'plain', pay_always: 1 },
} as const satisfies Record<string, NewService>;

const TARIFFS: readonly (NewService & { readonly has?: readonly (keyof typeof CHILDREN)[] })[] = [
  { name: 'small', cost: 100, period: 1, category: 'plain' },
  { name: 'large', cost: 250.5, period: 1, category: 'plain' },
  { name: 'day', cost: 10, period: 0.01, category: 'plain' },
  { name: 'quarter', cost: 270, period: 3, category: 'plain' },
  { name: 'commanded', cost: 60, period: 1, category: COMMANDED_CATEGORY },
  { name: 'commanded large', cost: 130, period: 1, category: COMMANDED_CATEGORY },
  { name: 'commanded day', cost: 5, period: 0.01, category: COMMANDED_CATEGORY },
  { name: 'web', cost: 120, period: 1, category: 'plain', has: ['mail', 'mysql'] },
  { name: 'web with address', cost: 90, period: 1, category: 'plain', has: ['mail', 'address'] },
  { name: 'composite', cost: 80, period: 1, category: 'plain', is_composite: 1, has: ['address'] },
];

/** Adds the tariffs and answers their ids. */
export async function createCatalogue(admin: PersistentSender): Promise<RunCatalogue> {
  const rows = new Map<number, CatalogueRow>();
  const childIds = new Map<string, number>();
  for (const [name, child] of Object.entries(CHILDREN)) {
    const id = await addService(admin, child);
    childIds.set(name, id);
    rows.set(id, { ...child, isComposite: false, children: [] });
  }
  const tariffs: number[] = [];
  for (const { has = [], ...tariff } of TARIFFS) {
    const id = await addService(admin, tariff);
    const children = has.map((name) => childIds.get(name) ?? 0);
    if (children.length > 0) await setChildren(admin, id, children);
    rows.set(id, { ...tariff, isComposite: tariff.is_composite === 1, children });
    tariffs.push(id);
  }
  return { tariffs, rows };
}

/** A service whose creation gets stuck; its id. */
export async function createBroken(admin: PersistentSender, category: string): Promise<number> {
  return addService(admin, { name: 'broken', cost: 0, period: 1, category });
}

async function addService(admin: PersistentSender, service: NewService): Promise<number> {
  const key = `catalogue-${service.name.replaceAll(' ', '-')}`;
  const [row] = await admin.rows({ method: 'PUT', path: '/v1/admin/service', body: service, key });
  return Number(row?.service_id);
}

async function setChildren(admin: PersistentSender, id: number, children: readonly number[]): Promise<void> {
  const body = { service_id: id, children: children.map((service_id) => ({ service_id, qnt: 1 })) };
  const key = `children-${id}`;
  await admin.rows({ method: 'POST', path: '/v1/admin/service/children', body, key });
}
