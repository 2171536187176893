import { type AccountTerms, type JsonValue, updateAccount } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { moneyToNumber } from '@countinghouse/tariff';
import { type BillingContext, causeOf } from '../billing-context.ts';
import type { Account } from './account-document.ts';
import { figuresOf } from './account-events.ts';
import { storedTerms } from './account-terms.ts';
import type { Decision, NewEvent } from './command.ts';

export function accountUpdate({ engine }: BillingContext) {
  return implement(updateAccount, async ({ user_id, ...terms }, context) => {
    const { account } = await engine.execute({
      ...causeOf(context),
      userId: user_id,
      key: `terms:${context.key}`,
      content: Object.entries(terms)
        .filter(([, value]) => value !== undefined)
        .flat() as JsonValue,
      plan: (before) => planTerms(before, terms),
    });
    return { rows: [figuresOf(account)] };
  });
}

/** A credit above 0 that changed, or perm_credit, publishes `credit` (domain.md 1.1). */
export function planTerms(account: Account, terms: AccountTerms): Decision<null> {
  const wanted = Object.entries(storedTerms(terms));
  const changed = wanted.filter(([name, value]) => account[name as keyof Account] !== value);
  const change = Object.fromEntries(changed) as ReturnType<typeof storedTerms>;
  const creditChanged = change.credit !== undefined && change.credit > 0;
  if (changed.length === 0 && !terms.perm_credit) return { unchanged: null };
  return {
    change: {
      kind: 'terms',
      lines: [],
      terms: change,
      events: creditChanged || terms.perm_credit ? [creditEvent(account, change.credit ?? account.credit)] : [],
      result: null,
    },
  };
}

function creditEvent(account: Account, creditCents: number): NewEvent {
  return { type: 'credit', data: { user_id: account._id, credit: moneyToNumber(creditCents) } };
}
