import { hasAdminRights, listCategories, readCatalogue, readService } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { type Catalogue, serviceCodec } from './catalogue.ts';

/** GET /v1/service: what the caller may see of one service, deleted or not; no row where there is none. */
export function implementReadService(catalogue: Catalogue) {
  return implement(readService, async ({ service_id }, context) => {
    const document = await catalogue.collection.findOne({ _id: service_id });
    const hidden = hasAdminRights(context.caller);
    return { rows: document ? [serviceCodec.decode(document, { hidden })] : [] };
  });
}

export function implementReadCatalogue(catalogue: Catalogue) {
  return implement(readCatalogue, async ({ service_ids }) => ({
    rows: [...(await catalogue.read(service_ids)).values()],
  }));
}

/** GET /v1/admin/user/service/categories. */
export function implementListCategories(catalogue: Catalogue) {
  return implement(listCategories, async () => {
    const categories: (string | null)[] = await catalogue.collection.distinct('category');
    return { rows: categories.filter((category) => category !== null).sort() };
  });
}
