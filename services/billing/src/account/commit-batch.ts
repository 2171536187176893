import { Fault, type JsonValue, userNotFound } from '@countinghouse/contracts';
import { OUTBOX_MAX, type OutboxEntry, type OwnChange, updateEach } from '@countinghouse/store';
import { ACCOUNTS, type Collections } from '../collections.ts';
import { NO_TARIFF, readTariffSettings, type TariffSettings } from '../tariff/tariff-settings.ts';
import { type AccountDocument, PENDING_MAX } from './account-document.ts';
import { outboxOf } from './account-events.ts';
import type { Executed } from './command.ts';
import type { Job } from './job.ts';
import { type AccountFindings, type AccountPlan, planAccount } from './plan-account.ts';
import { headFields } from './plan-entry.ts';
import { readBatch } from './read-batch.ts';
import type { Removals } from './removals.ts';
import type { IdPool, IdStock } from './row-ids.ts';
import { insertSettled, isComplete, settleEntries, type Unsettled } from './settle-entries.ts';

/** Where a process may die between two writes: the accounts are written, the entries settled, a partner's share given. */
export const COMMIT_STAGES = ['written', 'settled', 'shared'] as const;
export type CommitStage = (typeof COMMIT_STAGES)[number];

/** What the engine needs of the outside; `reached` is a place for tests to die at. */
export interface CommitEnvironment {
  readonly collections: Collections;
  readonly ids: IdStock;
  readonly outbox: {
    settle(collection: string, document: { _id: number; outbox: readonly OutboxEntry[] }): Promise<number>;
    settleSoon(collection: string, document: { _id: number; outbox: readonly OutboxEntry[] }): void;
  };
  readonly removals: Removals;
  readonly reached?: ((stage: CommitStage) => void) | undefined;
}

/** The ones to be tried again: another replica was faster, or the account was full. */
export interface BatchOutcome {
  readonly again: readonly Job[];
}

/** What a round is planned from. */
interface Readings {
  readonly findings: ReadonlyMap<number, AccountFindings>;
  readonly ids: IdPool;
  readonly tariff: TariffSettings;
}

interface Write {
  readonly plan: AccountPlan;
  readonly outbox: readonly OutboxEntry[];
  /** What the account holds of before that is not settled yet. */
  readonly rest: Pick<AccountDocument, 'pending' | 'outbox'>;
}

/**
 * One round of group commit (architecture.md, rule 1): one read of accounts, one look-up of keys, one guarded write of all
 * accounts, then the settling. Jobs are answered only when their rows can be read.
 */
export async function commitBatch(environment: CommitEnvironment, jobs: readonly Job[]): Promise<BatchOutcome> {
  const { collections } = environment;
  const [findings, ids, tariff] = await Promise.all([
    readBatch(collections, jobs),
    environment.ids.lend(expectedIds(jobs)),
    jobs.some((job) => job.command.needs?.tariff) ? readTariffSettings(collections) : NO_TARIFF,
  ]);
  const runnable = jobs.filter((job) => isRunnable(job, findings.get(job.command.userId)));
  const full = await makeRoom(environment, [...findings.values()], runnable);
  const ready = runnable.filter((job) => !full.has(job.command.userId));
  const plans = await planAll({ findings, ids, tariff }, ready);
  environment.ids.takeBack(ids);
  const writes = plans
    .filter((plan) => plan.entries.length > 0)
    .map((plan) => ({ plan, outbox: outboxOf(plan.events), rest: environment.removals.restOf(plan.document) }));
  const beaten = await writeAccounts(collections, writes);
  environment.reached?.('written');
  const done = plans.filter((plan) => !beaten.has(plan.document._id));
  const unsettled = done.map((plan) => unsettledOf(plan, environment.removals));
  await insertSettled(collections, unsettled);
  environment.reached?.('settled');
  for (const write of writes) if (!beaten.has(write.plan.document._id)) afterWrite(environment, write);
  for (const { userId, entries } of unsettled) {
    environment.removals.addEntries(
      userId,
      entries.filter(isComplete).map((entry) => entry.seq),
    );
  }
  for (const plan of done) for (const settlement of plan.settlements) answer(settlement);
  const again = ready.filter((job) => beaten.has(job.command.userId));
  return { again: [...again, ...runnable.filter((job) => full.has(job.command.userId))] };
}

function afterWrite({ outbox, removals }: CommitEnvironment, { plan, outbox: events, rest }: Write): void {
  removals.wereLeftOut(plan.document, rest);
  if (events.length > 0) outbox.settleSoon(ACCOUNTS, { _id: plan.document._id, outbox: events });
}

function answer(settlement: AccountPlan['settlements'][number]): void {
  if ('error' in settlement) settlement.job.reject(settlement.error);
  else settlement.job.resolve(settlement.executed as Executed<JsonValue>);
}

/** No account, or a closed one: 404. */
function isRunnable(job: Job, found: AccountFindings | undefined): boolean {
  if (found && (!found.document.closed || job.command.onClosed)) return true;
  job.reject(userNotFound());
  return false;
}

/** Settles accounts that could not take another write; they are read anew afterwards. */
async function makeRoom(
  environment: CommitEnvironment,
  findings: readonly AccountFindings[],
  jobs: readonly Job[],
): Promise<ReadonlySet<number>> {
  const full = findings
    .map(({ document }) => document)
    .filter((document) => {
      const { _id } = document;
      const { pending, outbox = [] } = environment.removals.restOf(document);
      const count = jobs.filter(({ command }) => command.userId === _id && !command.dryRun).length;
      if (count === 0) return false;
      return pending.length + count > PENDING_MAX || outbox.length + 2 * count + 1 > OUTBOX_MAX;
    });
  await settleEntries(
    environment.collections,
    full.map((document) => ({ userId: document._id, entries: document.pending })),
  );
  await Promise.all(full.map(({ _id, outbox }) => environment.outbox.settle(ACCOUNTS, { _id, outbox: outbox ?? [] })));
  return new Set(full.map((document) => document._id));
}

async function planAll({ findings, ids, tariff }: Readings, jobs: readonly Job[]): Promise<AccountPlan[]> {
  const byAccount = Map.groupBy(jobs, (job) => job.command.userId);
  for (;;) {
    const plans = [...byAccount].map(([userId, own]) => {
      const found = findings.get(userId);
      if (!found) throw new Fault(500, 'An account was not read');
      return planAccount({ ...found, rows: found.rows.copy() }, own, ids, tariff);
    });
    if (!ids.isDry) return plans;
    await ids.refill();
    ids.rewind();
  }
}

function expectedIds(jobs: readonly Job[]) {
  const counts = { pays: 0, withdraws: 0, bonuses: 0 };
  for (const { command } of jobs) {
    if (command.dryRun) continue;
    counts.pays += command.needs?.ids?.pays ?? 0;
    counts.withdraws += command.needs?.ids?.withdraws ?? 0;
    counts.bonuses += command.needs?.ids?.bonuses ?? 0;
  }
  return counts;
}

/** The accounts whose write another replica was faster with, or may have been. */
async function writeAccounts(collections: Collections, writes: readonly Write[]): Promise<ReadonlySet<number>> {
  const where = { $eq: ['$seq', '$$own.seq'] };
  const { modifiedCount } = await updateEach(collections.accounts, writes.map(accountChange), { where });
  if (modifiedCount === writes.length) return new Set();
  return stillMissing(collections, writes);
}

/** Arrays are only added to under the guard of `seq`, so that writing them whole loses nothing. */
function accountChange({ plan, outbox, rest }: Write): OwnChange {
  const { _id, seq } = plan.document;
  const pending = [...rest.pending, ...plan.entries];
  return { _id, seq, set: { ...headFields(plan.head), pending, outbox: [...(rest.outbox ?? []), ...outbox] } };
}

/** Reads which writes of a batch did not happen. */
async function stillMissing(collections: Collections, writes: readonly Write[]): Promise<ReadonlySet<number>> {
  const ids = writes.map(({ plan }) => plan.document._id);
  const documents = await collections.accounts.find({ _id: { $in: ids } }, { projection: { pending: 1 } }).toArray();
  const hashes = new Set(documents.flatMap((document) => document.pending.map((entry) => entry.hash)));
  const missing = writes.filter(({ plan }) => plan.entries.some((entry) => !hashes.has(entry.hash)));
  return new Set(missing.map(({ plan }) => plan.document._id));
}

/** What is pending of an account after its write, entries of others included: their answers may wait for us. */
function unsettledOf({ document, entries }: AccountPlan, removals: Removals): Unsettled {
  return { userId: document._id, entries: [...removals.restOf(document).pending, ...entries] };
}
