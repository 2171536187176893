import { type JsonObject, promo } from '@countinghouse/contracts';
import { rowCodec } from '@countinghouse/store';
import type { Document } from 'mongodb';

/** A use of a reusable code on its way: the quantity is changed, the row of the use not yet made or not yet removed. */
export interface Underway {
  readonly user_id: number;
  readonly use_key: string;
  readonly at: Date;
  /** The use is given back. */
  readonly is_return: boolean;
}

/** A code, or the use of a reusable one; the resource `promo` says what the API shows of either. */
export interface PromoDocument extends Document {
  readonly _id: number;
  /** What it is: `code:CODE` or `use:CODE:USER`; unique. */
  readonly ref: string;
  /** What made it; unique, so that a request that is repeated makes nothing twice. */
  readonly cause: string;
  readonly id: string;
  readonly user_id: number;
  readonly template_id: string;
  readonly created: Date;
  readonly used: Date | null;
  readonly used_by: number | null;
  readonly expire: Date | null;
  readonly settings_text: string;
  /** Of the use that marked it. */
  readonly use_key?: string | null;
}

/** A code's own document; `version` guards every write of it. */
export interface CodeDocument extends PromoDocument {
  readonly version: number;
  readonly underway: readonly Underway[];
}

export const promoCodec = rowCodec(promo);

export function refOfCode(code: string): string {
  return `code:${code}`;
}

export function refOfUse(code: string, userId: number): string {
  return `use:${code}:${userId}`;
}

export function settingsOf(document: Pick<PromoDocument, 'settings_text'>): JsonObject {
  return JSON.parse(document.settings_text) as JsonObject;
}
