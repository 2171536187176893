import { type JsonValue, type PricedService, prepareWithdraw } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { instantOf } from '@countinghouse/store';
import type { Account } from '../account/account-document.ts';
import { type Decision, type PlanContext, writtenRows } from '../account/command.ts';
import { type BillingContext, causeOf } from '../billing-context.ts';
import { tariffOf } from '../tariff/tariff.ts';
import { withdrawCodec } from './withdraw-list.ts';
import { priceWithdraw, type WithdrawTerms } from './withdraw-price.ts';
import { storedWithdrawTerms } from './withdraw-terms.ts';

interface Preparation {
  readonly userServiceId: number;
  readonly service: PricedService;
  readonly terms: WithdrawTerms;
  readonly at: Date;
}

export function withdrawPrepare({ engine, collections }: BillingContext) {
  return implement(prepareWithdraw, async ({ user_id, user_service_id, service, at, dry_run, ...terms }, context) => {
    const preparation = {
      userServiceId: user_service_id,
      service,
      terms: storedWithdrawTerms(terms),
      at: instantOf(at),
    };
    const executed = await engine.execute({
      ...causeOf(context),
      at: preparation.at,
      userId: user_id,
      key: `prepare:${context.key}`,
      content: { user_service_id, service, ...preparation.terms } as JsonValue,
      needs: { tariff: true, ids: { withdraws: 1 } },
      dryRun: dry_run ?? false,
      plan: (account, plan) => planPrepared(account, preparation, plan),
    });
    const [written] = writtenRows(executed, 'withdraws');
    const row = written ?? (await collections.withdraws.findOne({ _id: executed.result as number }));
    return { rows: [withdrawCodec.decode(row ?? {})] };
  });
}

/** An unpaid row; no money moves (domain.md 5.2). Answers its id. */
export function planPrepared(
  account: Account,
  { userServiceId, service, terms, at }: Preparation,
  { ids, tariff: settings }: Pick<PlanContext, 'ids' | 'tariff'>,
): Decision<JsonValue> {
  const tariff = tariffOf(service);
  const { endDate, ...price } = priceWithdraw(account, tariff, terms, at, settings);
  const id = ids.next('withdraws');
  const dates = { create_date: at, withdraw_date: null, end_date: null };
  const owner = { user_id: account._id, service_id: tariff.serviceId, user_service_id: userServiceId };
  const row = { _id: id, ...owner, ...dates, ...price };
  return {
    change: {
      kind: 'withdraw-prepared',
      lines: [],
      rows: [{ collection: 'withdraws', row, isNew: true }],
      result: id,
    },
  };
}
