import * as field from '../field.ts';
import type { JsonObject } from '../json.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** A stored template (peer-http-api.md 1C, domain.md 1.14). Names are found without regard to case and kept as given. */
export const template = resource({
  name: 'template',
  key: 'id',
  fields: {
    id: field.text({ max: 32, description: 'Name; may contain /' }),
    data: field.text({ nullable: true, description: 'The source' }),
    settings: field.json({ shape: 'object', default: {}, description: 'allow_public, allow_write, … and free data' }),
  },
});
export type TemplateRow = RowOfResource<typeof template>;

/** The members of `settings` that rendering looks at; any true JSON value switches them on. */
export type TemplateSettings = JsonObject & {
  /** May be rendered without authentication. */
  readonly allow_public?: unknown;
  /** The template may write; without it every write is an error (decisions.md 7). */
  readonly allow_write?: unknown;
  /** Public calls answer the source as it is. */
  readonly no_parse?: unknown;
  /** Refused over HTTP for users who are no administrators. */
  readonly deny_for_http_user?: unknown;
};
