import { z } from 'zod';
import * as field from '../field.ts';
import type { JsonObject } from '../json.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type OwnPromoRow, ownPromo, type PromoRow, promo } from '../resources/promo.ts';

const owner = 'billing';
const path = '/v1/admin/promo';
const pathOfOne = `${path}/*id`;

type ListPromos = ListArguments & {
  promo_id?: number | undefined;
  id?: string | undefined;
  user_id?: number | undefined;
};

/** Codes and the uses of reusable ones. */
export const listPromos = operation<ListPromos, 'list', PromoRow>({
  id: 'promo.list',
  owner,
  summary: 'Lists promo codes and their uses',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(promo, { ...ofUser, id: promo.fields.id }) as z.ZodType<ListPromos>,
  result: 'list',
  list: promo,
});

export interface AddPromos {
  readonly template_id: string;
  /** `count` 1, `length` 10, `prefix` '', `quantity` 1, `reusable` 0, `status` 1, `public`, and whatever templates read. */
  readonly settings?: JsonObject | undefined;
  /** The code itself, where exactly one is made. */
  readonly code?: string | undefined;
  readonly expire?: string | null | undefined;
  readonly user_id?: number | undefined;
}

/** Answers the codes. A reusable one is one code, whatever `count` says; 409 where the code that was asked for is taken. */
export const addPromos = operation<AddPromos, 'rows', string>({
  id: 'promo.add',
  owner,
  summary: 'Makes promo codes',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf(
    {
      ...pick(promo.fields, ['template_id', 'settings', 'expire']),
      code: promo.fields.id,
      ...ofUser,
    },
    ['template_id'],
  ) as unknown as z.ZodType<AddPromos>,
  result: 'rows',
  errors: [404, 409],
});

export interface ChangePromo {
  readonly id: string;
  readonly template_id?: string | undefined;
  /** Replaces the settings. */
  readonly settings?: JsonObject | undefined;
  readonly expire?: string | null | undefined;
}

const byCode = argumentsOf({ id: promo.fields.id }, ['id']);

function changeAt(id: string, at: string) {
  return operation<ChangePromo, 'rows', PromoRow>({
    id,
    owner,
    summary: 'Changes a promo code',
    access: 'admin',
    http: { method: 'POST', path: at },
    args: argumentsOf(pick(promo.fields, ['id', 'template_id', 'settings', 'expire']), [
      'id',
    ]) as unknown as z.ZodType<ChangePromo>,
    result: 'rows',
    item: promo.fields,
    errors: [404],
  });
}

export const changePromo = changeAt('promo.change', path);
export const changePromoByPath = changeAt('promo.change-by-path', pathOfOne);

/** Answers `['1']`; the uses of the code go with it. */
function deletionAt(id: string, at: string) {
  return operation<{ id: string }, 'rows', string>({
    id,
    owner,
    summary: 'Deletes a promo code',
    access: 'admin',
    http: { method: 'DELETE', path: at },
    args: byCode,
    result: 'rows',
    errors: [404],
  });
}

export const deletePromo = deletionAt('promo.delete', path);
export const deletePromoByPath = deletionAt('promo.delete-by-path', pathOfOne);

/** Oldest first. `filter` and `sort_field` know the fields that are stored under a name: not `used`, `status`, `reusable`. */
export const listOwnPromos = operation<ListArguments, 'list', OwnPromoRow>({
  id: 'promo.list-own',
  owner,
  summary: 'Lists the promo codes that the user has made',
  access: 'user',
  http: { method: 'GET', path: '/v1/promo' },
  args: listArguments(ownPromo) as z.ZodType<ListArguments>,
  result: 'list',
  list: ownPromo,
});

/** The codes themselves, not their uses. */
export const readPromos = operation<{ codes: string[] }, 'rows', PromoRow>({
  id: 'promo.read',
  owner,
  summary: 'Reads promo codes by the codes themselves',
  access: 'internal',
  args: z.object({ codes: z.array(promo.fields.id.schema).max(1000) }),
  result: 'rows',
  item: promo.fields,
});

/** Who uses which code, and the key of this one use: the same key uses it once and answers the same row again, as a hit. */
const use = {
  user_id: field.id().schema,
  code: promo.fields.id.schema,
  use_key: field.text({ max: 255 }).schema,
};

/**
 * Uses a code for a user: a one-time code is marked, of a reusable one a use is taken (domain.md 2.13). Answers the code's row.
 * What renders the template calls it with `dry_run` first, looks the template up, then uses the code and renders.
 * 400 with the texts of peer-http-api.md 1B: not found, inactive, expired, no remaining uses, already used.
 */
export const usePromo = operation<
  { user_id: number; code: string; use_key: string; dry_run?: boolean | undefined },
  'rows',
  PromoRow
>({
  id: 'promo.use',
  owner,
  summary: 'Uses a promo code for a user',
  access: 'internal',
  args: z.object({ ...use, dry_run: z.boolean().optional() }),
  result: 'rows',
  item: promo.fields,
});

/** Gives back the use of that key, where the effect of the code failed; without such a use nothing happens. */
export const releasePromo = operation<{ user_id: number; code: string; use_key: string }, 'rows', PromoRow>({
  id: 'promo.release',
  owner,
  summary: 'Gives the use of a promo code back',
  access: 'internal',
  args: z.object(use),
  result: 'rows',
  item: promo.fields,
});

export const promoOperations = [
  listPromos,
  addPromos,
  changePromo,
  changePromoByPath,
  deletePromo,
  deletePromoByPath,
  listOwnPromos,
  readPromos,
  usePromo,
  releasePromo,
] as const;
