import { listServices, type ServiceRow, selectServices, service } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { type Condition, list, listQuery, mapRows, NOTHING } from '@countinghouse/store';
import { type Catalogue, serviceCodec } from './catalogue.ts';
import { childrenOf } from './children.ts';

const hideDeleted = { filter: { deleted: 0 }, unless: ['deleted', 'service_id', 'parent'] };

/** GET /v1/admin/service: deleted services are hidden unless asked for; children of `parent` come with their `qnt`. */
export function implementListServices(catalogue: Catalogue) {
  return implement(listServices, async (args) => {
    const { parent, ...conditions } = args;
    const children = parent === undefined ? undefined : await quantities(catalogue, parent);
    const reply = await pageOf(catalogue, conditions, parent === undefined ? {} : idsIn(children));
    return children ? mapRows(reply, (rows) => rows.map((row) => withQuantity(row, children))) : reply;
  });
}

/** The same list for templates. */
export function implementSelectServices(catalogue: Catalogue) {
  return implement(selectServices, ({ parent: _parent, ...args }) => pageOf(catalogue, args, {}));
}

function pageOf(catalogue: Catalogue, args: Parameters<typeof listQuery>[1], restriction: Condition) {
  const query = listQuery(service, args, {
    isAdmin: true,
    restriction,
    equality: ['category'],
    defaultsUnless: restriction === NOTHING || '_id' in restriction ? [] : [hideDeleted],
  });
  return list<ServiceRow>(catalogue.documents, serviceCodec, query);
}

async function quantities(catalogue: Catalogue, parent: number): Promise<ReadonlyMap<number, number>> {
  const row = await catalogue.find(parent);
  return new Map(row ? childrenOf(row).map((child) => [child.service_id, child.qnt]) : []);
}

function idsIn(children: ReadonlyMap<number, number> | undefined): Condition {
  return children && children.size > 0 ? ({ _id: { $in: [...children.keys()] } } as unknown as Condition) : NOTHING;
}

function withQuantity(row: ServiceRow, children: ReadonlyMap<number, number>): ServiceRow & { qnt: number } {
  return { ...row, qnt: children.get(row.service_id) ?? 1 };
}
