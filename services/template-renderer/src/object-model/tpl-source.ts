import type { ReadyTemplate } from '../cache/compiled-templates.ts';

/** The template that is rendered; a preview has one that is not stored. */
export type TplSource = Pick<ReadyTemplate, 'name' | 'source' | 'settings' | 'compiled'>;
