import { identity } from '@countinghouse/contracts';
import type { Store } from '@countinghouse/store';
import { NumberedRows } from '../server/numbered-rows.ts';

interface IdentityDocument {
  readonly _id: number;
  readonly [field: string]: unknown;
  readonly private_key?: string;
}

/** Keys that servers let us in with. */
export class Identities {
  readonly rows: NumberedRows<typeof identity.fields, IdentityDocument>;

  constructor(store: Store) {
    this.rows = new NumberedRows(store, 'identities', identity, 'identity');
  }

  async exists(keyId: number): Promise<boolean> {
    return (await this.rows.find(keyId)) !== undefined;
  }

  /** OpenSSH or PEM text; undefined for an unknown id. */
  async privateKeyOf(keyId: number): Promise<string | undefined> {
    return (await this.rows.find(keyId))?.private_key;
  }
}
