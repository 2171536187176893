import { changeService, deleteService, objectNotFound } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { Document } from 'mongodb';
import { given } from '../given.ts';
import { type Catalogue, decodeService, serviceCodec } from './catalogue.ts';

/** POST /v1/admin/service: writes the fields that are given; nothing given changes nothing. */
export function implementChangeService(catalogue: Catalogue) {
  return implement(changeService, async ({ service_id, ...values }) => ({
    rows: [decodeService(await write(catalogue, service_id, serviceCodec.encode(given(values))))],
  }));
}

/** DELETE /v1/admin/service: user services keep their tariff, so the row stays; repeating succeeds. */
export function implementDeleteService(catalogue: Catalogue) {
  return implement(deleteService, async ({ service_id }) => {
    await write(catalogue, service_id, { deleted: 1 });
    return { rows: [] };
  });
}

export async function write(catalogue: Catalogue, id: number, fields: Document): Promise<Document> {
  const document =
    Object.keys(fields).length === 0
      ? await catalogue.collection.findOne({ _id: id })
      : await catalogue.collection.findOneAndUpdate({ _id: id }, { $set: fields }, { returnDocument: 'after' });
  if (!document) throw objectNotFound();
  return document;
}
