import {
  invalidArgument,
  type JsonObject,
  type JsonValue,
  type ListArguments,
  listOwnPromos,
  type OwnPromoRow,
  ownPromo,
  type PromoRow,
} from '@countinghouse/contracts';
import { actingUser, implement } from '@countinghouse/service';
import { mapRows } from '@countinghouse/store';
import { listRows } from '../account/row-list.ts';
import type { BillingContext } from '../billing-context.ts';
import { promoCodec } from './promo-document.ts';

/** Fields that are stored under another name. */
const STORED_AS: Readonly<Record<string, string>> = { promo_code: 'id', used_date: 'used' };
/** Fields that are made of others: they cannot be asked for. */
const COMPUTED = ['reusable', 'status', 'used', 'settings'];

/** The codes that the user has made; uses of reusable codes are not his codes. */
export function promoOwnList({ promos }: BillingContext) {
  return implement(listOwnPromos, async (args, context) => {
    const userId = actingUser(context);
    const reply = await listRows(promos.collection, promoCodec, storedArguments(args), {
      isAdmin: false,
      restriction: { user_id: userId, ref: { $gte: 'code:', $lt: 'code;' } },
      equality: ['id'],
      defaultSort: { field: 'created', direction: 'asc' },
    });
    const shown = await mapRows(reply, (rows) => rows.map((row) => chosen(ownRow(row), args.fields)));
    return { ...shown, ...(args.filter === undefined ? {} : { filter: args.filter }) };
  });
}

/** A code as its creator sees it (domain.md 2.13). */
export function ownRow({ id, created, expire, used, used_by, settings }: PromoRow): OwnPromoRow {
  const { reusable = 0, status = 1, public: shown = {} } = settings as JsonObject;
  const isReusable = reusable === 1;
  return {
    promo_code: id,
    created,
    expire,
    reusable: isReusable ? 1 : 0,
    status: status === 0 ? 0 : 1,
    used: used === null || isReusable ? 0 : 1,
    used_date: used,
    used_by,
    settings: { public: shown },
  };
}

/** The arguments of the list in the terms of what is stored. */
function storedArguments({
  fields,
  filter,
  sort_field,
  field,
  promo_code,
  ...rest
}: ListArguments & { promo_code?: string }) {
  return {
    ...rest,
    ...(promo_code === undefined ? {} : { id: promo_code }),
    ...(filter === undefined ? {} : { filter: storedFilter(filter) as JsonObject }),
    ...(sort_field === undefined || COMPUTED.includes(sort_field)
      ? {}
      : { sort_field: STORED_AS[sort_field] ?? sort_field }),
    ...(field === undefined ? {} : { field: STORED_AS[field] ?? field }),
  };
}

function storedFilter(filter: JsonValue): JsonValue {
  if (Array.isArray(filter)) return filter.map(storedFilter);
  if (typeof filter !== 'object' || filter === null) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      if (name.startsWith('-')) return [name, storedFilter(value)];
      if (!(name in ownPromo.fields) || COMPUTED.includes(name)) {
        throw invalidArgument('filter', `fields that can be searched, not ${name.slice(0, 64)}`);
      }
      return [STORED_AS[name] ?? name, value];
    }),
  );
}

/** `fields` of the list; names that are no fields are dropped, none left means all. */
function chosen(row: OwnPromoRow, fields: string | undefined): OwnPromoRow {
  const names = (fields ?? '').split(',').map((name) => name.trim());
  const known = names.filter((name) => Object.hasOwn(row, name));
  if (known.length === 0 || names.includes('*')) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => known.includes(name))) as OwnPromoRow;
}
