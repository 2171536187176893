import type { LedgerProof } from '@countinghouse/contracts';
import type { AccountDocument } from '../account/account-document.ts';
import type { RowCollection, RowDocument } from '../account/row-write.ts';
import type { Collections } from '../collections.ts';
import { AccountProof, settledRows } from './account-proof.ts';
import { type LedgerDocument, ledgerId } from './ledger-document.ts';

const ACCOUNTS_AT_ONCE = 50;
const DIFFERENCES_MAX = 1_000;
/** An account that changes while it is proved is read again. */
const READINGS_MAX = 10;

interface Found {
  readonly entries: number;
  readonly differences: readonly string[];
}

/**
 * Proves every account, or one (decisions.md 20), a few at a time: memory does not grow with their number. The system may run
 * meanwhile.
 */
export async function proveLedger(collections: Collections, userId?: number): Promise<LedgerProof> {
  const differences: string[] = [];
  let accounts = 0;
  let entries = 0;
  for await (const group of groupsOfAccounts(collections, userId)) {
    for (const found of await proveGroup(collections, group)) {
      entries += found.entries;
      differences.push(...found.differences.slice(0, DIFFERENCES_MAX - differences.length));
    }
    accounts += group.length;
  }
  const strays = await strayEntries(collections, userId);
  differences.push(...strays.slice(0, DIFFERENCES_MAX - differences.length));
  return { ok: differences.length === 0 ? 1 : 0, accounts, entries, differences };
}

async function* groupsOfAccounts(
  { accounts }: Collections,
  userId: number | undefined,
): AsyncGenerator<AccountDocument[]> {
  for (let last = userId === undefined ? -1 : userId - 1; ; ) {
    const range = userId === undefined ? { $gt: last } : { $gt: last, $lte: userId };
    const group = await accounts.find({ _id: range }).sort({ _id: 1 }).limit(ACCOUNTS_AT_ONCE).toArray();
    if (group.length === 0) return;
    yield group;
    last = group.at(-1)?._id ?? last;
  }
}

/** One query per collection for the group; accounts that changed since are proved one by one. */
async function proveGroup(collections: Collections, group: readonly AccountDocument[]): Promise<Found[]> {
  const found: Found[] = [];
  const changed: number[] = [];
  const proofs = new Map(group.map((account) => [account._id, new AccountProof(account)]));
  await addEntries(collections, group, proofs);
  const ids = group.map((account) => account._id);
  const [pays, withdraws, bonuses] = await Promise.all(
    (['pays', 'withdraws', 'bonuses'] as const).map((name) => rowsOf(collections, name, ids)),
  );
  const seqs = await seqsOf(collections, ids);
  for (const account of group) {
    const proof = proofs.get(account._id);
    if (!proof) continue;
    if (seqs.get(account._id) !== account.seq) {
      changed.push(account._id);
      continue;
    }
    proof.checkAccount();
    const rows = {
      pays: pays?.get(account._id) ?? [],
      withdraws: withdraws?.get(account._id) ?? [],
      bonuses: bonuses?.get(account._id) ?? [],
    };
    if (!account.erased) proof.checkRows(settledRows(rows, account.pending));
    found.push(proof);
  }
  for (const id of changed) found.push(await proveChanging(collections, id));
  return found;
}

async function proveChanging(collections: Collections, id: number): Promise<Found> {
  for (let reading = 0; reading < READINGS_MAX; reading += 1) {
    const account = await collections.accounts.findOne({ _id: id });
    if (!account) return { entries: 0, differences: [] };
    const proof = new AccountProof(account);
    await addEntries(collections, [account], new Map([[id, proof]]));
    const [pays, withdraws, bonuses] = await Promise.all(
      (['pays', 'withdraws', 'bonuses'] as const).map(
        async (name) => (await rowsOf(collections, name, [id])).get(id) ?? [],
      ),
    );
    if ((await seqsOf(collections, [id])).get(id) !== account.seq) continue;
    proof.checkAccount();
    const rows = { pays: pays ?? [], withdraws: withdraws ?? [], bonuses: bonuses ?? [] };
    if (!account.erased) proof.checkRows(settledRows(rows, account.pending));
    return proof;
  }
  return { entries: 0, differences: [`account ${id}: changed too often to be proved`] };
}

async function addEntries(
  { ledger }: Collections,
  group: readonly AccountDocument[],
  proofs: ReadonlyMap<number, AccountProof>,
): Promise<void> {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return;
  const range = { $gte: ledgerId(first._id, 0), $lte: ledgerId(last._id, last.seq) };
  for await (const entry of ledger.find({ _id: range }).sort({ _id: 1 })) proofs.get(entry.user_id)?.addSettled(entry);
}

async function rowsOf(
  collections: Collections,
  name: RowCollection,
  userIds: readonly number[],
): Promise<Map<number, RowDocument[]>> {
  const ids = { $in: [...userIds] };
  const [shown, hidden] = await Promise.all([
    collections[name].find({ user_id: ids }).toArray(),
    name === 'withdraws' ? [] : collections[name].find({ 'hidden.user_id': ids }).toArray(),
  ]);
  return Map.groupBy([...shown, ...hidden], (row) => row.hidden?.user_id ?? row.user_id);
}

async function seqsOf({ accounts }: Collections, ids: readonly number[]): Promise<Map<number, number>> {
  const found = await accounts.find({ _id: { $in: [...ids] } }, { projection: { seq: 1 } }).toArray();
  return new Map(found.map(({ _id, seq }) => [_id, seq]));
}

/** Entries whose account is gone. */
async function strayEntries({ ledger, accounts }: Collections, userId: number | undefined): Promise<string[]> {
  const match = userId === undefined ? [] : [{ $match: { user_id: userId } }];
  const strays: string[] = [];
  const owners = ledger.aggregate<Pick<LedgerDocument, 'user_id'> & { _id: number }>([
    ...match,
    { $group: { _id: '$user_id' } },
  ]);
  let group: number[] = [];
  const check = async () => {
    const known = await seqsOf({ accounts } as Collections, group);
    strays.push(
      ...group
        .filter((id) => !known.has(id))
        .map((id) => `account ${id}: the ledger has entries, but there is no account`),
    );
    group = [];
  };
  for await (const { _id } of owners) {
    group.push(_id);
    if (group.length >= ACCOUNTS_AT_ONCE) await check();
  }
  await check();
  return strays;
}
