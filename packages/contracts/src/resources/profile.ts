import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** peer-http-api.md A8. A user may have several. */
export const profile = resource({
  name: 'profile',
  key: 'id',
  rangeField: 'created',
  fields: {
    id: field.id({ description: 'The profile' }),
    user_id: field.id({ description: 'Whose profile it is' }),
    data: field.json({ nullable: true, description: 'Free; `email` is the last source of the user’s address' }),
    created: field.date({ readOnly: true, description: 'When it was added' }),
  },
});
export type ProfileRow = RowOfResource<typeof profile>;
