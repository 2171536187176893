import { type AccountFigures, correctAccount, type JsonValue, recountAccount } from '@countinghouse/contracts';
import { type Context, implement } from '@countinghouse/service';
import { parseMoney } from '@countinghouse/tariff';
import { type BillingContext, causeOf } from '../billing-context.ts';
import type { Account } from './account-document.ts';
import { figuresOf } from './account-events.ts';
import type { Command, Decision } from './command.ts';
import type { RowDocument } from './row-write.ts';
import type { RowsView } from './rows-view.ts';

/** What is added to an account, in cents, and why. */
interface Correction {
  readonly money: number;
  readonly bonus: number;
  readonly reason: string;
}

export function accountCorrect({ engine }: BillingContext) {
  return implement(correctAccount, ({ user_id: userId, reason, ...given }, context) => {
    const [money, bonus] = [given.money, given.bonus].map((amount) => parseMoney(amount ?? 0)) as [number, number];
    return figuresAfter(engine, context, {
      userId,
      key: `correct:${context.key}`,
      content: [money, bonus],
      plan: () => (money === 0 && bonus === 0 ? { unchanged: null } : corrected({ money, bonus, reason })),
    });
  });
}

export function accountRecount({ engine }: BillingContext) {
  return implement(recountAccount, ({ user_id: userId, reason }, context) =>
    figuresAfter(engine, context, {
      userId,
      key: `recount:${context.key}`,
      content: null,
      needs: { allRows: true },
      // An entry also where nothing was short, so that a repeat under the same key finds it and counts nothing.
      plan: (account, { rows }) => corrected({ ...shortOf(account, rows), reason }),
    }),
  );
}

async function figuresAfter(
  engine: BillingContext['engine'],
  context: Context,
  command: Omit<Command<JsonValue>, 'at' | 'deadlineAt'>,
): Promise<{ rows: AccountFigures[] }> {
  const { account } = await engine.execute({ ...causeOf(context), ...command });
  return { rows: [figuresOf(account)] };
}

function corrected({ money, bonus, reason }: Correction): Decision<JsonValue> {
  return { change: { kind: 'correction', lines: [{ type: 'correction', money, bonus, reason }], result: null } };
}

/** What the account lacks of the sums of its rows (domain.md 2.12, `recash`); what was spent of the bonus has rows of its own. */
function shortOf(account: Pick<Account, 'balance' | 'bonus'>, rows: RowsView): Omit<Correction, 'reason'> {
  const paid = rows.all('withdraws').filter((row) => row.withdraw_date !== null);
  const balance = sumOf(rows.all('pays'), 'money') - sumOf(paid, 'total');
  return { money: balance - account.balance, bonus: sumOf(rows.all('bonuses'), 'bonus') - account.bonus };
}

function sumOf(rows: readonly RowDocument[], name: 'money' | 'total' | 'bonus'): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
