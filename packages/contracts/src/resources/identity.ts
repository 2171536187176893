import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** A key that servers let us in with; its private part is written and never shown (peer-http-api.md 1D). */
export const identity = resource({
  name: 'identity',
  key: 'id',
  fields: {
    id: field.id(),
    name: field.text({ max: 128 }),
    public_key: field.text({ nullable: true, max: 16_384 }),
    fingerprint: field.text({ nullable: true, max: 255 }),
  },
});
export type IdentityRow = RowOfResource<typeof identity>;

/** OpenSSH or PEM text. */
export const privateKey = field.text({ max: 65_536, description: 'OpenSSH or PEM text without a passphrase' });
