import { usedValue } from '@countinghouse/tariff';
import type { KnownUser } from './acknowledged.ts';
import type { RunCatalogue } from './catalogue.ts';
import { PARTNER_PERCENT } from './population.ts';
import type { BonusState, UserState, WithdrawState } from './read-state.ts';

type Report = (sentence: string) => void;

/** Payments, bonuses, write-offs and the balance of a user against what was acknowledged (domain.md 2.12). */
export function proveMoney(user: KnownUser, state: UserState, catalogue: RunCatalogue, report: Report): void {
  proveRows('payment', user.payments, state.pays, report);
  const given = state.bonuses.filter((bonus) => bonus.op !== undefined);
  proveRows('bonus', user.bonuses, given, report);
  proveBalances(state, report);
  for (const rows of Map.groupBy(state.withdraws, (row) => row.userServiceId).values()) {
    proveOrder(rows, report);
    const isExtended = user.services.get(rows[0]?.userServiceId ?? 0)?.extended ?? false;
    for (const row of rows) if (!isExtended) provePrice(row, catalogue, report);
  }
}

type KnownRows = ReadonlyMap<string, { readonly id: number; readonly cents: number }>;
type SeenRows = readonly { readonly id: number; readonly cents: number; readonly op: string | undefined }[];

/** Exactly what was acknowledged, each once. */
function proveRows(name: string, known: KnownRows, seen: SeenRows, report: Report): void {
  for (const [op, row] of known) {
    const found = seen.filter((one) => one.op === op);
    if (found.length !== 1) report(`${name} ${op} was acknowledged and is there ${found.length} times`);
    else if (found[0]?.id !== row.id || found[0].cents !== row.cents)
      report(`${name} ${op} was acknowledged as ${JSON.stringify(row)} and is ${JSON.stringify(found[0])}`);
  }
  for (const { op, id } of seen) if (!known.has(op ?? '')) report(`${name} ${id} (${op}) was never acknowledged`);
}

function proveBalances(
  { userId, balanceCents, bonusCents, pays, bonuses, withdraws }: UserState,
  report: Report,
): void {
  const paid = withdraws.filter((row) => row.paidAt !== null);
  const balance = sum(pays.map((pay) => pay.cents)) - sum(paid.map((row) => row.totalCents));
  if (balance !== balanceCents) report(`user ${userId} has a balance of ${balanceCents}, his rows make ${balance}`);
  const bonus = sum(bonuses.map((row) => row.cents));
  if (bonus !== bonusCents) report(`user ${userId} has a bonus of ${bonusCents}, his rows make ${bonus}`);
  const taken = -sum(bonuses.filter((row) => row.withdrawId !== undefined).map((row) => row.cents));
  const spent = sum(paid.map((row) => row.bonusCents));
  if (taken !== spent) report(`user ${userId}: write-offs say that ${spent} of bonus was spent, bonuses say ${taken}`);
}

/** Paid periods of a service follow one another. */
function proveOrder(rows: readonly WithdrawState[], report: Report): void {
  const paid = rows.filter((row) => row.paidAt !== null);
  for (const [index, row] of paid.entries()) {
    const before = paid[index - 1];
    if (before?.endsAt && row.paidAt && row.paidAt < before.endsAt)
      report(`write-offs ${before.id} and ${row.id} of user service ${row.userServiceId} overlap`);
  }
}

/** A paid period costs its price, or what was used of it where the rest was given back (domain.md 2.1, 2.9). */
function provePrice(row: WithdrawState, { rows }: RunCatalogue, report: Report): void {
  const service = rows.get(row.serviceId);
  if (!service) {
    report(`write-off ${row.id} is for the unknown service ${row.serviceId}`);
    return;
  }
  if (row.paidAt === null || row.endsAt === null) return;
  const paid = row.totalCents + row.bonusCents;
  const full = Math.round(row.costCents * row.qnt * (1 - row.discount / 100));
  if (row.months === service.period && paid === full) return;
  const { usedCents } = usedValue({
    billing: 'Simpler',
    zone: 'UTC',
    costCents: row.costCents,
    period: service.period,
    discount: row.discount,
    qnt: row.qnt,
    startMs: Date.parse(`${row.paidAt}Z`),
    atMs: Date.parse(`${row.endsAt}Z`),
  });
  if (paid !== usedCents)
    report(
      `write-off ${row.id} took ${paid}, its price is ${full} and what was used ${usedCents}: ${JSON.stringify(row)}`,
    );
}

/** The partner's share of every acknowledged payment, each once. */
export function proveShares(users: readonly KnownUser[], partner: UserState, report: Report): void {
  const shares = partner.bonuses.filter((bonus) => bonus.fromUserId !== undefined);
  const seen = Map.groupBy(shares, (bonus) => bonus.fromUserId);
  for (const user of users.filter((one) => one.partnerId === partner.userId)) {
    const expected = [...user.payments.values()].map(({ cents }) => Math.round((cents * PARTNER_PERCENT) / 100));
    const given = (seen.get(user.id) ?? []).map((bonus: BonusState) => bonus.cents);
    const inOrder = (amounts: readonly number[]) => JSON.stringify([...amounts].sort((a, b) => a - b));
    if (inOrder(expected) !== inOrder(given))
      report(`partner ${partner.userId} got ${given.length} shares of user ${user.id}, expected ${expected.length}`);
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
