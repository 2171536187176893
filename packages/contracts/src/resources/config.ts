import * as field from '../field.ts';
import type { JsonObject } from '../json.ts';
import { resource } from '../resource.ts';

/** domain.md 1.17: configuration by key. Keys that begin with `_` cannot be deleted. */
export const config = resource({
  name: 'config',
  key: 'key',
  fields: {
    key: field.text({ max: 64, description: 'Such as `billing` or `company`' }),
    value: field.json({ shape: 'object', default: {}, description: 'Replaced as a whole' }),
  },
});

export interface ConfigRow {
  readonly key: string;
  readonly value: JsonObject;
}
