import { bonus, changeBonus, type JsonObject, objectNotFound } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { instantOf, rowCodec } from '@countinghouse/store';
import type { Decision, PlanContext } from '../account/command.ts';
import { writtenRows } from '../account/command.ts';
import { type BillingContext, causeOf } from '../billing-context.ts';
import { parseComment, storedComment } from '../payment/comment.ts';

const codec = rowCodec(bonus);

interface BonusChange {
  readonly id: number;
  readonly comment?: JsonObject | null;
  readonly date?: Date;
}

export function bonusChange({ engine, collections }: BillingContext) {
  return implement(changeBonus, async ({ id, user_id, comment, date }, context) => {
    // A hidden row is found as well: the change may be a repeat of one that was made before.
    const found = await collections.bonuses.findOne({ _id: id });
    const stored = found?.hidden ?? found;
    if (!stored || (user_id !== undefined && stored.user_id !== user_id)) throw objectNotFound();
    const change: BonusChange = {
      id,
      ...(comment === undefined ? {} : { comment: parseComment(comment) }),
      ...(date === undefined ? {} : { date: instantOf(date) }),
    };
    const executed = await engine.execute({
      ...causeOf(context),
      userId: stored.user_id,
      key: `change-bonus:${context.key}`,
      content: { id, ...(change.comment === undefined ? {} : { comment: change.comment }), date: date ?? null },
      needs: { bonuses: [id] },
      plan: (_account, plan) => planBonusChange(change, plan),
    });
    const [written] = writtenRows(executed, 'bonuses');
    return { rows: [codec.decode(written ?? stored)] };
  });
}

/** The amount never changes: the ledger has it. */
export function planBonusChange(change: BonusChange, { rows }: Pick<PlanContext, 'rows'>): Decision<null> {
  const row = rows.get('bonuses', change.id);
  if (!row) throw objectNotFound();
  if (change.comment === undefined && change.date === undefined) return { unchanged: null };
  const after = {
    ...row,
    ...(change.comment === undefined ? {} : storedComment(change.comment)),
    ...(change.date === undefined ? {} : { date: change.date }),
  };
  return {
    change: {
      kind: 'bonus-changed',
      lines: [],
      rows: [{ collection: 'bonuses', row: after, isNew: false }],
      result: null,
    },
  };
}
