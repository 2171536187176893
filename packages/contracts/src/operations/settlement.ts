import { z } from 'zod';
import type { FaultBody } from '../fault.ts';
import * as field from '../field.ts';
import { operation } from '../operation.ts';
import { type SettleOutcome, type SettleStep, settleStep } from './settle-step.ts';

const owner = 'billing';

/**
 * All money effects of one change to one tree of services, in one guarded account write, all or none (architecture.md, rule 2).
 * Steps run in order and see what earlier ones did. The key of the call makes it happen once; a repeat answers the same.
 */
export const settle = operation<
  { user_id: number; at: string; steps: SettleStep[]; dry_run?: boolean | undefined },
  'rows',
  SettleOutcome
>({
  id: 'account.settle',
  owner,
  summary: 'Prices, charges and refunds for one tree of services',
  access: 'internal',
  args: z.object({
    user_id: field.id().schema,
    at: field.date().schema,
    steps: z.array(settleStep).min(1).max(2000),
    dry_run: z.boolean().optional(),
  }),
  result: 'rows',
});

/** One command among many; `key` is its own idempotency key, the same as that of a single `account.settle`. */
const settleCommand = z.object({
  key: z.string().min(1).max(200),
  user_id: field.id().schema,
  at: field.date().schema,
  steps: z.array(settleStep).min(1).max(2000),
});
export type SettleCommand = z.infer<typeof settleCommand>;

/** The outcomes of one command, or why it was refused (nothing happened then). */
export type SettleResult = { key: string } & ({ outcomes: SettleOutcome[] } | { fault: FaultBody });

/**
 * Many independent commands in one call, for the periodic renewal: each is done or refused by itself, exactly as by
 * `account.settle` with its key. The rows come in the order of the commands. Those of one account may share a write.
 */
export const settleMany = operation<{ commands: SettleCommand[] }, 'rows', SettleResult>({
  id: 'account.settle-many',
  owner,
  summary: 'Prices, charges and refunds for many trees of services',
  access: 'internal',
  args: z.object({ commands: z.array(settleCommand).min(1).max(500) }),
  result: 'rows',
});

export const settlementOperations = [settle, settleMany] as const;
