import { editWithdraw, type JsonValue, objectNotFound } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { instantOf } from '@countinghouse/store';
import { writtenRows } from '../account/command.ts';
import { type BillingContext, causeOf } from '../billing-context.ts';
import { planEdit } from './withdraw-edit-plan.ts';
import { withdrawCodec } from './withdraw-list.ts';
import { storedWithdrawTerms } from './withdraw-terms.ts';

export function withdrawEdit({ engine, collections }: BillingContext) {
  return implement(editWithdraw, async (args, context) => {
    const { user_id, withdraw_id, service, at, moves_end, dry_run, ...terms } = args;
    const edit = {
      id: withdraw_id,
      service,
      terms: storedWithdrawTerms(terms),
      at: instantOf(at),
      movesEnd: moves_end,
    };
    const executed = await engine.execute({
      ...causeOf(context),
      at: edit.at,
      userId: user_id,
      key: `edit-withdraw:${context.key}`,
      content: { withdraw_id, service, moves_end, ...edit.terms } as JsonValue,
      needs: { withdraws: [withdraw_id], tariff: true },
      dryRun: dry_run ?? false,
      plan: (account, plan) => planEdit(account, edit, plan),
    });
    const [written] = writtenRows(executed, 'withdraws');
    const row = written ?? (await collections.withdraws.findOne({ _id: withdraw_id }));
    if (!row) throw objectNotFound();
    return { rows: [withdrawCodec.decode(row)] };
  });
}
