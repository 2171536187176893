import { type TemplateRow, type TemplateSettings, template } from '@countinghouse/contracts';
import { type RowCodec, rowCodec } from '@countinghouse/store';
import type { Document } from 'mongodb';

export const TEMPLATES = 'templates';

/** A stored template. Names are compared without case, so the key is the name in lower case. */
export interface TemplateDocument extends Document {
  readonly _id: string;
  /** As its author wrote it. */
  readonly name: string;
  readonly data: string | null;
  readonly settings_text: string;
  /** Another one with every change; says whether a copy is still right. */
  readonly version: string;
  /** The key of the request that added it: repeating the request is no conflict. */
  readonly added_by: string;
}

const codec = rowCodec(template) as unknown as RowCodec<TemplateRow>;

export function keyOf(name: string): string {
  return name.toLowerCase();
}

/** The stored form of what is given. */
export function encodeTemplate(values: Partial<Omit<TemplateRow, 'id'>>): Document {
  return codec.encode(values);
}

/** Rows of lists and answers: the name stands for the key. */
export const templateRows: Pick<RowCodec<TemplateRow>, 'decoder'> = {
  decoder: (options) => {
    const decode = codec.decoder(options);
    return (document) => {
      const row = decode(document);
      return 'id' in row ? { ...row, id: document.name as string } : row;
    };
  },
};

export const toTemplateRow = templateRows.decoder({ hidden: true });

export function settingsOf(document: Pick<TemplateDocument, 'settings_text'>): TemplateSettings {
  return JSON.parse(document.settings_text) as TemplateSettings;
}
