import { addBonus, bonus, invalidArgument } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { instantOf, rowCodec } from '@countinghouse/store';
import { parseMoney } from '@countinghouse/tariff';
import { writtenRows } from '../account/command.ts';
import { type BillingContext, causeOf } from '../billing-context.ts';
import { parseComment } from '../payment/comment.ts';
import { planBonus } from './bonus-plan.ts';

const codec = rowCodec(bonus);

export function bonusAdd({ engine, collections }: BillingContext) {
  return implement(addBonus, async (args, context) => {
    const amount = parseMoney(args.bonus, { argument: 'bonus' });
    if (amount === 0) throw invalidArgument('bonus', 'an amount other than 0');
    const date = args.date === undefined ? context.now : instantOf(args.date);
    const comment = parseComment(args.comment);
    const executed = await engine.execute({
      ...causeOf(context),
      userId: args.user_id,
      key: `bonus:${context.key}`,
      content: { amount },
      needs: { ids: { bonuses: 1 } },
      dryRun: args.dry_run === 1,
      plan: (account, plan) => planBonus(account, { kind: 'bonus', amount, comment, date }, plan),
    });
    const [written] = writtenRows(executed, 'bonuses');
    const row = written ?? (await collections.bonuses.findOne({ _id: executed.result as number }));
    return { rows: [codec.decode(row?.hidden ?? row ?? {})] };
  });
}
