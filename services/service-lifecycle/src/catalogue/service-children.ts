import { type JsonValue, listServiceChildren, type ServiceRow, setServiceChildren } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { type Catalogue, serviceCodec } from './catalogue.ts';
import { write } from './change-service.ts';
import { checkedChildren, childrenOf } from './children.ts';

/** GET /v1/admin/service/children: the rows in the stored order; ids that are gone are left out. */
export function implementListServiceChildren(catalogue: Catalogue) {
  return implement(listServiceChildren, async ({ service_id }) => {
    const parent = await catalogue.find(service_id);
    const children = parent ? childrenOf(parent) : [];
    const rows = await catalogue.read(children.map((child) => child.service_id));
    return { rows: children.flatMap((child) => withQuantity(rows.get(child.service_id), child.qnt)) };
  });
}

function withQuantity(row: ServiceRow | undefined, qnt: number): (ServiceRow & { qnt: number })[] {
  return row ? [{ ...row, qnt }] : [];
}

/** POST /v1/admin/service/children: replaces the list by what is checked of it. */
export function implementSetServiceChildren(catalogue: Catalogue) {
  return implement(setServiceChildren, async ({ service_id, children }) => {
    await write(catalogue, service_id, {});
    const checked = await checkedChildren(catalogue, service_id, children);
    await write(catalogue, service_id, serviceCodec.encode({ children: checked as unknown as JsonValue }));
    return { rows: checked };
  });
}
