import type { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { type LedgerRow, ledgerEntry } from '../resources/ledger.ts';

const owner = 'billing';
const path = '/v1/admin/ledger';

type LedgerListArguments = ListArguments & { user_id?: number | undefined };

export const listLedger = operation<LedgerListArguments, 'list', LedgerRow>({
  id: 'ledger.list',
  owner,
  summary: 'Lists ledger entries',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(ledgerEntry, ofUser) as z.ZodType<LedgerListArguments>,
  result: 'list',
  list: ledgerEntry,
});

/** What the proof of the ledger found (decisions.md 20). */
export interface LedgerProof {
  /** 1 where everything is right, else 0. */
  readonly ok: number;
  readonly accounts: number;
  readonly entries: number;
  /** What is not right, one sentence each; at most 1000. */
  readonly differences: readonly string[];
}

/** Proves balance = sum of entries, hashes, density of seq, and payments, write-offs and bonuses against the ledger. */
export const verifyLedger = operation<{ user_id?: number | undefined }, 'rows', LedgerProof>({
  id: 'ledger.verify',
  owner,
  summary: 'Proves the ledger',
  access: 'admin',
  http: { method: 'GET', path: `${path}/verify` },
  args: argumentsOf(ofUser),
  result: 'rows',
  item: {
    ok: field.flag(),
    accounts: field.integer({ min: 0 }),
    entries: field.integer({ min: 0 }),
    differences: field.json({ shape: 'array' }),
  },
  errors: [404],
});

export const ledgerOperations = [listLedger, verifyLedger] as const;
