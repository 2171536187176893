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
  const { credit } = change;
  const raised = credit !== undefined && credit > 0 ? credit : undefined;
  if (changed.length === 0 && !terms.perm_credit) return { unchanged: null };
  return {
    change: {
      kind: 'terms',
      lines: [],
      terms: change,
      events: raised !== undefined || terms.perm_credit ? [creditEvent(account, raised)] : [],
      result: null,
    },
  };
}

function creditEvent({ _id: user_id }: Account, creditCents: number | undefined): NewEvent {
  const credit = creditCents === undefined ? {} : { credit: moneyToNumber(creditCents) };
  return { type: 'credit', data: { user_id, ...credit } };
}
