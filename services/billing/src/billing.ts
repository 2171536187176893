import { type Runtime, type ServiceDefinition, type ServiceParts, switchVariable } from '@countinghouse/service';
import type { z } from 'zod';
import { accountClose } from './account/account-close.ts';
import { accountCorrect, accountRecount } from './account/account-correct.ts';
import { accountErase } from './account/account-erase.ts';
import { accountFigures } from './account/account-figures.ts';
import { accountOpen } from './account/account-open.ts';
import { accountUpdate } from './account/account-update.ts';
import { CommandEngine } from './account/command-engine.ts';
import { pendingSweeper } from './account/pending-sweeper.ts';
import { Removals } from './account/removals.ts';
import { IdStock } from './account/row-ids.ts';
import type { BillingContext } from './billing-context.ts';
import { bonusAdd } from './bonus/bonus-add.ts';
import { bonusChange } from './bonus/bonus-change.ts';
import { bonusDelete } from './bonus/bonus-delete.ts';
import { bonusList, bonusRead } from './bonus/bonus-list.ts';
import { ACCOUNTS, collectionsOf, INDEXES } from './collections.ts';
import { crashAfter, crashVariables } from './commit-crash.ts';
import { addDemoDiscounts } from './discount/demo-discounts.ts';
import { discountAdd, discountChange, discountDelete, discountList } from './discount/discount-crud.ts';
import { ledgerList } from './ledger/ledger-list.ts';
import { ledgerVerify } from './ledger/ledger-verify.ts';
import { reconciliationSweeper } from './ledger/reconciliation-sweeper.ts';
import { PartnerBonuses } from './payment/partner-bonus.ts';
import { payDelete } from './payment/pay-delete.ts';
import { payLatest, payList, payOwn, payRead, paySum } from './payment/pay-list.ts';
import { paymentAdd } from './payment/payment-add.ts';
import { forecastPrice, forecastPriceOfMany } from './pricing/forecast-price.ts';
import { priceQuote } from './pricing/price-quote.ts';
import { pricelistPrice } from './pricing/pricelist-price.ts';
import { promoAdd } from './promo/promo-add.ts';
import { promoChange, promoChangeByPath } from './promo/promo-change.ts';
import { promoDelete, promoDeleteByPath } from './promo/promo-delete.ts';
import { promoList, promoRead } from './promo/promo-list.ts';
import { promoOwnList } from './promo/promo-own-list.ts';
import { promoSweeper } from './promo/promo-sweeper.ts';
import { promoRelease, promoUse } from './promo/promo-use.ts';
import { PromoUses } from './promo/promo-uses.ts';
import { Promos } from './promo/promos.ts';
import { accountSettle, accountSettleMany } from './settle/settle.ts';
import { configConsumer } from './tariff/config-projection.ts';
import { withdrawDelete } from './withdraw/withdraw-delete.ts';
import { withdrawEdit } from './withdraw/withdraw-edit.ts';
import { withdrawChargedUsers, withdrawList, withdrawOf, withdrawRead, withdrawSum } from './withdraw/withdraw-list.ts';
import { withdrawPrepare } from './withdraw/withdraw-prepare.ts';

const variables = {
  /** Gives a fresh system discounts to look at. */
  DEMO_DATA: switchVariable,
  ...crashVariables,
};

type Variables = z.infer<z.ZodObject<typeof variables>>;

/** Accounts, ledger, payments, bonuses, write-offs, discounts and prices. */
export const billing: ServiceDefinition<typeof variables> = { name: 'billing', variables, build };

async function build({ store, outbox, log, environment }: Runtime<Variables>): Promise<ServiceParts> {
  await store.ensureIndexes(INDEXES);
  const collections = collectionsOf(store);
  if (environment.DEMO_DATA) await addDemoDiscounts(store, collections);
  const removals = new Removals(collections.accounts, log);
  outbox.leaveRemovals(ACCOUNTS, (id, eventIds) => removals.addEvents(Number(id), eventIds));
  const reached = crashAfter(environment);
  const engine = new CommandEngine({ collections, ids: new IdStock(store, collections), outbox, removals, reached });
  const partners = new PartnerBonuses({ engine, removals, log, reached });
  const promos = new Promos(store);
  const promoUses = new PromoUses(promos);
  const context: BillingContext = { store, collections, engine, removals, partners, promos, promoUses };
  return {
    operations: operationsOf(context),
    outboxes: [ACCOUNTS],
    consumers: { user: configConsumer(collections) },
    sweepers: [pendingSweeper(context), reconciliationSweeper(context, log), promoSweeper(context)],
    end: () => engine.drain(),
  };
}

function operationsOf(context: BillingContext): ServiceParts['operations'] {
  return [
    accountOpen(context),
    accountUpdate(context),
    accountCorrect(context),
    accountRecount(context),
    accountClose(context),
    accountErase(context),
    accountFigures(context),
    accountSettle(context),
    accountSettleMany(context),
    paymentAdd(context),
    payList(context),
    payOwn(context),
    payDelete(context),
    payRead(context),
    payLatest(context),
    paySum(context),
    bonusList(context),
    bonusRead(context),
    bonusAdd(context),
    bonusChange(context),
    bonusDelete(context),
    withdrawList(context),
    withdrawRead(context),
    withdrawOf(context),
    withdrawChargedUsers(context),
    withdrawSum(context),
    withdrawPrepare(context),
    withdrawEdit(context),
    withdrawDelete(context),
    discountList(context),
    discountAdd(context),
    discountChange(context),
    discountDelete(context),
    promoList(context),
    promoAdd(context),
    promoChange(context),
    promoChangeByPath(context),
    promoDelete(context),
    promoDeleteByPath(context),
    promoOwnList(context),
    promoRead(context),
    promoUse(context),
    promoRelease(context),
    priceQuote(context),
    forecastPrice(context),
    forecastPriceOfMany(context),
    pricelistPrice(context),
    ledgerList(context),
    ledgerVerify(context),
  ];
}
