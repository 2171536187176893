import { userNotFound } from '@countinghouse/contracts';
import type { Account } from '../account/account-document.ts';
import type { Collections } from '../collections.ts';

/** The account to price for; 404 where the user has none. */
export async function readAccount({ accounts }: Pick<Collections, 'accounts'>, userId: number): Promise<Account> {
  const account = await accounts.findOne({ _id: userId }, { projection: { pending: 0, outbox: 0 } });
  if (!account || account.closed) throw userNotFound();
  return account;
}

/** The open accounts of these users; those without one are left out. */
export async function readAccounts(
  { accounts }: Pick<Collections, 'accounts'>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Account>> {
  const found = await accounts
    .find({ _id: { $in: [...userIds] } }, { projection: { pending: 0, outbox: 0 } })
    .toArray();
  return new Map(found.filter(({ closed }) => !closed).map((account) => [account._id, account]));
}
