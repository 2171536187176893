import {
  addServiceEvent,
  changeServiceEvent,
  deleteServiceEvent,
  Fault,
  listServiceEvents,
  objectNotFound,
  serviceEvent,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { insertDocument, insertOnce, isDuplicateKey, list, listQuery, type Store } from '@countinghouse/store';
import { given } from '../given.ts';
import {
  decodeEvent,
  eventCodec,
  nameKey,
  SERVICE_EVENTS,
  type ServiceEventDocument,
  type ServiceEvents,
} from './service-events.ts';

/** /v1/admin/service/event (peer-http-api.md A3). */
export function serviceEventImplementations(store: Store, events: ServiceEvents): Implementation[] {
  return [
    implement(listServiceEvents, (args) =>
      list(events.documents, eventCodec, listQuery(serviceEvent, args, { isAdmin: true, equality: ['kind'] })),
    ),
    implementAdd(store, events),
    implementChange(events),
    implementDelete(events),
  ];
}

function implementAdd(store: Store, events: ServiceEvents) {
  return implement(addServiceEvent, async ({ id, ...values }, { key }) => {
    const fields = { ...eventCodec.encodeNew(given(values)), name_key: nameKey(values.name) };
    const added = await insertOnce<ServiceEventDocument>(events.collection, key, async (created) => {
      const build = (free: number): ServiceEventDocument => ({ ...fields, ...created, _id: free });
      if (id === undefined) return store.insertWithId<ServiceEventDocument>(SERVICE_EVENTS, build);
      return insertChosen(events, build(id));
    });
    return { rows: [decodeEvent(added)] };
  });
}

async function insertChosen(events: ServiceEvents, document: ServiceEventDocument): Promise<ServiceEventDocument> {
  try {
    await insertDocument(events.collection, document);
    return document;
  } catch (error) {
    if (isDuplicateKey(error, '_id')) throw new Fault(409, `The service event ${document._id} exists already`);
    throw error;
  }
}

function implementChange(events: ServiceEvents) {
  return implement(changeServiceEvent, async ({ id, ...values }) => {
    const named = values.name === undefined ? {} : { name_key: nameKey(values.name) };
    const fields = { ...eventCodec.encode(given(values)), ...named };
    const document =
      Object.keys(fields).length === 0
        ? await events.collection.findOne({ _id: id })
        : await events.collection.findOneAndUpdate({ _id: id }, { $set: fields }, { returnDocument: 'after' });
    if (!document) throw objectNotFound();
    return { rows: [decodeEvent(document)] };
  });
}

function implementDelete(events: ServiceEvents) {
  return implement(deleteServiceEvent, async ({ id }) => {
    const { deletedCount } = await events.collection.deleteOne({ _id: id });
    if (deletedCount === 0) throw objectNotFound();
    return { rows: ['1'] as never };
  });
}
