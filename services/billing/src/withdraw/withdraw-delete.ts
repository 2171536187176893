import { deleteWithdraw, Fault, type JsonValue, objectNotFound, type WithdrawRow } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { Decision, PlanContext } from '../account/command.ts';
import { deletedRow } from '../account/row-write.ts';
import { type BillingContext, causeOf } from '../billing-context.ts';
import { withdrawCodec } from './withdraw-list.ts';

export function withdrawDelete({ engine }: BillingContext) {
  return implement(deleteWithdraw, async ({ user_id, withdraw_id, current_id }, context) => {
    const { result } = await engine.execute({
      ...causeOf(context),
      userId: user_id,
      key: `delete-withdraw:${context.key}`,
      content: { withdraw_id },
      needs: { withdraws: [withdraw_id] },
      plan: (_account, plan) => planDelete(withdraw_id, current_id, plan),
    });
    return { rows: [result as unknown as WithdrawRow] };
  });
}

/** Only an unpaid row that is not the service's current one (domain.md 5.2). Answers the row. */
export function planDelete(
  id: number,
  currentId: number | null,
  { rows }: Pick<PlanContext, 'rows'>,
): Decision<JsonValue> {
  const row = rows.get('withdraws', id);
  if (!row) throw objectNotFound();
  if (row.withdraw_date !== null) throw new Fault(400, 'This item cannot be deleted because it is paid');
  if (id === currentId)
    throw new Fault(400, 'This item cannot be deleted because it is the current one of its service');
  return {
    change: {
      kind: 'withdraw-deleted',
      lines: [],
      rows: [{ collection: 'withdraws', row: deletedRow(row, false), isNew: false }],
      result: withdrawCodec.decode(row),
    },
  };
}
