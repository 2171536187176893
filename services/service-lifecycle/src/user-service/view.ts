import { readWithdraws, type ServiceRow, type UserServiceRow, type WithdrawRow } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import type { Document } from 'mongodb';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { nameWithSettings } from './service-name.ts';
import { decodeUserService } from './user-service-document.ts';

const READ_AT_ONCE = 500;

/** A row of the administrators' list (peer-http-api.md A9). */
export type UserServiceView = UserServiceRow & Record<string, unknown>;

/** Joins rows with their catalogue row and their current write-off: two look-ups for all of them. */
export async function joinView(
  catalogue: Catalogue,
  context: Context,
  rows: readonly UserServiceRow[],
): Promise<UserServiceView[]> {
  const [services, withdraws] = await Promise.all([
    catalogue.read(rows.map((row) => row.service_id)),
    readCurrentWithdraws(context, rows),
  ]);
  return rows.map((row) => viewOf(row, services.get(row.service_id), withdraws.get(row.withdraw_id ?? 0)));
}

/** The same for one stored service. */
export async function viewOfOne(catalogue: Catalogue, context: Context, node: Document): Promise<UserServiceView> {
  const [view] = await joinView(catalogue, context, [decodeUserService(node, true)]);
  return view as UserServiceView;
}

function viewOf(
  row: UserServiceRow,
  service: ServiceRow | undefined,
  withdraw: WithdrawRow | undefined,
): UserServiceView {
  const settings = (row.settings ?? {}) as Record<string, never>;
  return {
    ...service,
    ...row,
    settings,
    name: nameWithSettings(service?.name ?? '', settings),
    services: service ?? {},
    ...(withdraw ? { withdraws: withdraw } : {}),
  } as UserServiceView;
}

async function readCurrentWithdraws(
  context: Context,
  rows: readonly UserServiceRow[],
): Promise<ReadonlyMap<number, WithdrawRow>> {
  const ids = rows.map((row) => row.withdraw_id).filter((id) => id !== null);
  const found = new Map<number, WithdrawRow>();
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const reply = await context.call(readWithdraws, { withdraw_ids: ids.slice(at, at + READ_AT_ONCE) });
    for (const withdraw of reply.rows) found.set(withdraw.withdraw_id, withdraw);
  }
  return found;
}
