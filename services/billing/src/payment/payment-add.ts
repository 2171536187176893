import { type ArgumentsOfOperation, addPayment, type JsonValue, type PayRow, pay } from '@countinghouse/contracts';
import { type Context, implement } from '@countinghouse/service';
import { instantOf, rowCodec } from '@countinghouse/store';
import { parseMoney } from '@countinghouse/tariff';
import { type Command, type Executed, writtenRows } from '../account/command.ts';
import { type BillingContext, causeOf } from '../billing-context.ts';
import { parseComment } from './comment.ts';
import { planPayment } from './payment-plan.ts';

type Arguments = ArgumentsOfOperation<typeof addPayment>;

const codec = rowCodec(pay);

export function paymentAdd(billing: BillingContext) {
  return implement(addPayment, async (args, context) => {
    const executed = await billing.engine.execute(paymentCommand(args, context));
    if (executed.entry?.partner && args.dry_run !== 1) await billing.partners.giveSoon(args.user_id, executed.entry);
    const row = await rowOf(billing, executed);
    return { rows: [row], ...(executed.hit && args.uniq_key ? { hit: true } : {}) };
  });
}

/** A uniq_key is the cause where there is one, else the request (architecture.md, rule 2). */
function paymentCommand(args: Arguments, context: Context): Command<JsonValue> {
  const terms = {
    moneyCents: parseMoney(args.money),
    paySystemId: args.pay_system_id || null,
    comment: parseComment(args.comment),
    uniqKey: args.uniq_key || null,
    date: args.date === undefined ? context.now : instantOf(args.date),
  };
  return {
    ...causeOf(context),
    userId: args.user_id,
    key: terms.uniqKey === null ? `request:${context.key}` : `pay:${terms.uniqKey}`,
    content: [terms.moneyCents, terms.paySystemId],
    needs: { ids: { pays: 1 } },
    dryRun: args.dry_run === 1,
    plan: (account, plan) => planPayment(account, terms, plan),
  };
}

/** The row just written, or for a repeat the stored one, also when it is hidden by now. */
async function rowOf({ collections }: BillingContext, executed: Executed<JsonValue>): Promise<PayRow> {
  const [written] = writtenRows(executed, 'pays');
  const row = written ?? (await collections.pays.findOne({ _id: executed.result as number }));
  return codec.decode(row?.hidden ?? row ?? {}, { hidden: true });
}
