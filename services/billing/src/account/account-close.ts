import { closeAccount, Fault } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { type BillingContext, causeOf } from '../billing-context.ts';
import type { Account } from './account-document.ts';
import { figuresOf } from './account-events.ts';
import type { Decision } from './command.ts';

export function accountClose({ engine }: BillingContext) {
  return implement(closeAccount, async ({ user_id, force }, context) => {
    const { account } = await engine.execute({
      ...causeOf(context),
      userId: user_id,
      key: `close:${context.key}`,
      content: null,
      onClosed: true,
      plan: (before) => planClose(before, force === 1),
    });
    return { rows: [figuresOf(account)] };
  });
}

export function planClose(account: Account, force: boolean): Decision<null> {
  if (account.closed) return { unchanged: null };
  if (account.balance !== 0 && !force) throw new Fault(400, "Can't delete user with non-zero balance");
  return { change: { kind: 'close', lines: [], terms: { closed: true }, result: null } };
}
