import { deletePay, objectNotFound } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { Decision, PlanContext } from '../account/command.ts';
import { deletedRow } from '../account/row-write.ts';
import { type BillingContext, causeOf } from '../billing-context.ts';

export function payDelete({ engine }: BillingContext) {
  return implement(deletePay, async ({ user_id, id }, context) => {
    await engine.execute({
      ...causeOf(context),
      userId: user_id,
      key: `hide-pay:${context.key}`,
      content: { id },
      needs: { pays: [id] },
      plan: (_account, plan) => planHidePay(id, plan),
    });
    return { rows: ['1'] };
  });
}

/** The money stays (decisions.md 10); what was paid in error is taken back by a negative payment. */
export function planHidePay(id: number, { rows }: Pick<PlanContext, 'rows'>): Decision<null> {
  const row = rows.get('pays', id);
  if (!row) throw objectNotFound();
  return {
    change: {
      kind: 'payment-hidden',
      lines: [],
      rows: [{ collection: 'pays', row: deletedRow(row, true), isNew: false }],
      result: null,
    },
  };
}
