import { Fault, type JsonValue } from '@countinghouse/contracts';
import { contentHash } from '../ledger/entry-hash.ts';
import type { TariffSettings } from '../tariff/tariff-settings.ts';
import type { AccountDocument, Entry, PendingEntry } from './account-document.ts';
import { type AccountEvent, accountEvents } from './account-events.ts';
import type { Executed, IdSource, NewEvent } from './command.ts';
import type { Job } from './job.ts';
import { type AccountHead, entryOf, headOf } from './plan-entry.ts';
import { dryIds } from './row-ids.ts';
import type { RowsView } from './rows-view.ts';

/** What commands of one account found. */
export interface AccountFindings {
  readonly document: AccountDocument;
  /** Entries of the ledger that have the key of a command. */
  readonly known: ReadonlyMap<string, Entry>;
  readonly rows: RowsView;
}

export type Settlement =
  | { readonly job: Job; readonly executed: Executed<JsonValue> }
  | { readonly job: Job; readonly error: unknown };

/** What the commands of one account come to, before anything is written. */
export interface AccountPlan {
  readonly document: AccountDocument;
  readonly head: AccountHead;
  readonly entries: readonly PendingEntry[];
  readonly events: readonly AccountEvent[];
  readonly settlements: readonly Settlement[];
}

/** Plans commands one after the other, each on what those before it leave. A command that is refused leaves nothing. */
export function planAccount(
  findings: AccountFindings,
  jobs: readonly Job[],
  ids: IdSource,
  tariff: TariffSettings,
): AccountPlan {
  const run = new AccountRun(findings, ids, tariff);
  const settlements = jobs.map((job): Settlement => {
    try {
      return { job, executed: run.execute(job) };
    } catch (error) {
      return { job, error };
    }
  });
  return { document: findings.document, head: run.head, entries: run.entries, events: run.events(), settlements };
}

class AccountRun {
  head: AccountHead;
  readonly entries: PendingEntry[] = [];
  readonly #events: AccountEvent[] = [];
  readonly #findings: AccountFindings;
  readonly #ids: IdSource;
  readonly #tariff: TariffSettings;

  constructor(findings: AccountFindings, ids: IdSource, tariff: TariffSettings) {
    this.#findings = findings;
    this.#ids = ids;
    this.#tariff = tariff;
    this.head = headOf(findings.document);
  }

  execute(job: Job): Executed<JsonValue> {
    const { command } = job;
    const known = command.dryRun ? undefined : this.#known(command.key);
    if (known) return this.#repeated(job, known);
    const { rows } = this.#findings;
    const { account } = this.head;
    const ids = command.dryRun ? dryIds() : this.#ids;
    const decision = command.plan(account, { rows, ids, tariff: this.#tariff });
    if ('unchanged' in decision) return { result: decision.unchanged, hit: false, account };
    const { change } = decision;
    const { entry, head } = entryOf(this.head, command, change, job.attempt);
    if (!command.dryRun) this.#commit(entry, head, change.events ?? []);
    return { result: change.result, hit: false, entry, account: head.account };
  }

  events(): AccountEvent[] {
    return accountEvents(this.head, headOf(this.#findings.document), this.#events);
  }

  #commit(entry: PendingEntry, head: AccountHead, events: readonly NewEvent[]): void {
    for (const [index, event] of events.entries()) {
      this.#events.push({ ...event, id: `${head.account._id}:${entry.seq}:${index}`, at: entry.date });
    }
    this.#findings.rows.overlay(entry.rows);
    this.entries.push(entry);
    this.head = head;
  }

  #known(key: string): Entry | undefined {
    return (
      this.entries.find((entry) => entry.key === key) ??
      this.#findings.document.pending.find((entry) => entry.key === key) ??
      this.#findings.known.get(key)
    );
  }

  #repeated({ command, attempt }: Job, known: Entry): Executed<JsonValue> {
    if (known.content !== contentHash(command.content)) {
      throw new Fault(409, 'This was done before with other arguments');
    }
    const result = JSON.parse(known.result) as JsonValue;
    const entry = this.#findings.document.pending.find((pending) => pending.seq === known.seq);
    return { result, hit: known.attempt !== attempt, ...(entry ? { entry } : {}), account: this.head.account };
  }
}
