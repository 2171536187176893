import { deleteBonus, objectNotFound } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { Decision, PlanContext } from '../account/command.ts';
import { deletedRow } from '../account/row-write.ts';
import { type BillingContext, causeOf } from '../billing-context.ts';

export function bonusDelete({ engine }: BillingContext) {
  return implement(deleteBonus, async ({ user_id, id }, context) => {
    await engine.execute({
      ...causeOf(context),
      userId: user_id,
      key: `hide-bonus:${context.key}`,
      content: { id },
      needs: { bonuses: [id] },
      plan: (_account, plan) => planHideBonus(id, plan),
    });
    return { rows: ['1'] };
  });
}

/** The bonus balance stays (domain.md 2.12). */
export function planHideBonus(id: number, { rows }: Pick<PlanContext, 'rows'>): Decision<null> {
  const row = rows.get('bonuses', id);
  if (!row) throw objectNotFound();
  return {
    change: {
      kind: 'bonus-hidden',
      lines: [],
      rows: [{ collection: 'bonuses', row: deletedRow(row, true), isNew: false }],
      result: null,
    },
  };
}
