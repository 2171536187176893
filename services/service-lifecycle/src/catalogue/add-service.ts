import { addService, Fault, type JsonValue } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { insertDocument, insertOnce, isDuplicateKey, type Store } from '@countinghouse/store';
import { given } from '../given.ts';
import { type Catalogue, decodeService, SERVICES, type ServiceDocument, serviceCodec } from './catalogue.ts';
import { checkedChildren } from './children.ts';

/** PUT /v1/admin/service: the administrator may choose the id; one that is taken is a Fault 409. */
export function implementAddService(store: Store, catalogue: Catalogue) {
  return implement(addService, async (args, { key }) => {
    const { service_id, children, ...values } = args;
    const checked = children ? await checkedChildren(catalogue, service_id ?? 0, children) : null;
    const fields = serviceCodec.encodeNew({ ...given(values), children: checked as unknown as JsonValue });
    const added = await insertOnce<ServiceDocument>(catalogue.collection, key, async (created) => {
      const build = (id: number): ServiceDocument => ({ ...fields, ...created, _id: id });
      if (service_id === undefined) return store.insertWithId<ServiceDocument>(SERVICES, build);
      return insertChosen(catalogue, build(service_id));
    });
    return { rows: [decodeService(added)] };
  });
}

async function insertChosen(catalogue: Catalogue, document: ServiceDocument): Promise<ServiceDocument> {
  try {
    await insertDocument(catalogue.collection, document);
    return document;
  } catch (error) {
    if (isDuplicateKey(error, '_id')) throw new Fault(409, `The service ${document._id} exists already`);
    throw error;
  }
}
