import {
  listOwnWithdraws,
  listUserWithdraws,
  listWithdraws,
  type NamedWithdraw,
  type WithdrawListArguments,
  type WithdrawRow,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import { mapRows } from '@countinghouse/store';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** GET /v1/admin/user/service/withdraw and /v1/user/withdraw: billing's rows with the names of the catalogue. */
export function withdrawListImplementations(catalogue: Catalogue): Implementation[] {
  return [
    implement(listUserWithdraws, (args, context) => listNamed(catalogue, args, context)),
    implement(listOwnWithdraws, (args, context) =>
      listNamed(catalogue, { ...args, user_id: actingUser(context) }, context),
    ),
  ];
}

async function listNamed(catalogue: Catalogue, args: WithdrawListArguments, context: Context) {
  const { rows, ...page } = await context.call(listWithdraws, args);
  return mapRows<WithdrawRow, NamedWithdraw>({ ...page, rows }, async (batch) => {
    const services = await catalogue.read(batch.map((row) => row.service_id).filter((id) => id !== undefined));
    return batch.map((row) => ({ ...row, name: services.get(row.service_id)?.name ?? null }));
  });
}
