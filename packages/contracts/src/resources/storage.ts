import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** What a list of stored records shows: everything but the data (peer-http-api.md 1B). */
export const storageRecord = resource({
  name: 'storage',
  key: 'id',
  rangeField: 'created',
  fields: {
    id: field.id({ description: 'The record' }),
    name: field.text({ max: 32, description: 'Unique among the records of its user' }),
    created: field.date({ readOnly: true, description: 'When it was first saved' }),
    user_id: field.id({ description: 'Whose record it is' }),
    user_service_id: field.id({ nullable: true, description: 'It is erased when this service is removed' }),
    settings: field.json({ shape: 'object', default: {}, description: '`json: 1` marks data that were saved as JSON' }),
  },
});
export type StorageRow = RowOfResource<typeof storageRecord>;
