import { readFigures, verifyLedger } from '@countinghouse/contracts';
import { type RunningService, startService } from '@countinghouse/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LedgerLine } from '../account/account-document.ts';
import { billing } from '../billing.ts';
import { type BillingOfTest, startBilling } from '../billing-of-test.ts';
import type { LedgerDocument } from '../ledger/ledger-document.ts';
import { type KnownRows, type RandomCommand, RandomCommands } from './random-commands.ts';
import { SeededRandom } from './seeded-random.ts';

const COMMANDS = 150;
const AT_ONCE_MAX = 8;
const first = Number(process.env.BILLING_SEED ?? 20_190_401);
const SEEDS = [first, first + 1, first + 2, first + 3];
console.info(`random-sequences.test.ts runs with BILLING_SEED=${first}`);

let system: BillingOfTest;
let replica: RunningService;
beforeAll(async () => {
  system = await startBilling({ DEMO_DATA: '1' });
  replica = await startService(billing, system.environment);
});
afterAll(async () => {
  await replica.stop();
  await system.stop();
});

async function rowsOf(userId: number): Promise<KnownRows> {
  const { pays, bonuses, withdraws } = system.collections;
  const own = { user_id: userId };
  const [payRows, bonusRows, withdrawRows] = await Promise.all([
    pays.find(own).toArray(),
    bonuses.find(own).toArray(),
    withdraws.find(own).toArray(),
  ]);
  return {
    pays: payRows.map(({ _id }) => _id),
    bonuses: bonusRows.map(({ _id }) => _id),
    withdraws: withdrawRows.map(({ _id, user_service_id }) => ({ id: _id, node: user_service_id })),
  };
}

/** The answer, or the refusal; a server's error fails the test. */
async function outcomeOf(command: RandomCommand): Promise<{ answer?: unknown; refused?: string }> {
  try {
    return { answer: await command.run() };
  } catch (error) {
    const { status = 500, message } = error as { status?: number; message: string };
    if (status >= 500) throw new Error(`${command.name} (${command.key}): ${status} ${message}`, { cause: error });
    return { refused: `${status} ${message}` };
  }
}

async function entriesOf(userId: number): Promise<LedgerDocument[]> {
  return system.collections.ledger.find({ user_id: userId }).sort({ seq: 1 }).toArray();
}

async function figuresOf(userId: number) {
  return (await system.call(readFigures, { user_ids: [userId] })).rows[0];
}

/** A charge never takes money that is not there: the balance stays above the credit, or is not lowered (domain.md 2.6). */
function expectWithinLimit(entries: readonly LedgerDocument[], creditCents: number): void {
  for (const entry of entries) {
    const lines = JSON.parse(entry.lines_text) as LedgerLine[];
    const takes = lines.some((line) => line.type === 'charge' && line.money < 0);
    if (takes) expect(entry.balance, `entry ${entry.seq}`).toBeGreaterThanOrEqual(-creditCents);
  }
}

function withoutHit(answer: unknown): unknown {
  const { hit: _hit, ...rest } = answer as { hit?: boolean };
  return rest;
}

describe.each(SEEDS)('random commands of seed %i on two replicas', (seed) => {
  test('the ledger is right, no limit is broken, and every command given again changes nothing', async () => {
    const random = new SeededRandom(seed);
    const credit = random.pick([0, 0, 25]);
    const user = await system.open({ credit });
    const commands = new RandomCommands(system, random, user);
    const answered: { readonly command: RandomCommand; readonly answer: unknown }[] = [];
    let rows = await rowsOf(user);
    for (let done = 0; done < COMMANDS; ) {
      const batch = Array.from({ length: random.between(1, AT_ONCE_MAX) }, () => commands.next(rows));
      const outcomes = await Promise.all(batch.map(outcomeOf));
      for (const [index, command] of batch.entries()) {
        const { answer } = outcomes[index] ?? {};
        if (answer !== undefined) answered.push({ command, answer });
      }
      done += batch.length;
      rows = await rowsOf(user);
    }
    const entries = await entriesOf(user);
    const figures = await figuresOf(user);
    expectWithinLimit(entries, credit * 100);
    expect(entries.reduce((sum, entry) => sum + entry.money, 0)).toBe(Math.round((figures?.balance ?? 0) * 100));
    expect(entries.reduce((sum, entry) => sum + entry.bonus, 0)).toBe(Math.round((figures?.bonus ?? 0) * 100));

    const keys = entries.map((entry) => entry.key);
    const effective = answered.filter(({ command }) => keys.some((key) => key.endsWith(command.key)));
    expect(effective).toHaveLength(entries.length);
    for (const { command, answer } of effective.reverse()) {
      const again = await outcomeOf(command);
      expect(again.refused, `${command.name} (${command.key})`).toBeUndefined();
      if (command.name.startsWith('payment') || command.name.includes('+') || command.name.startsWith('change')) {
        expect(withoutHit(again.answer), `${command.name} (${command.key})`).toEqual(withoutHit(answer));
      }
    }
    expect(await entriesOf(user)).toEqual(entries);
    expect(await figuresOf(user)).toEqual(figures);
    const [proof] = (await system.call(verifyLedger, { user_id: user })).rows;
    expect(proof).toMatchObject({ ok: 1, differences: [] });
    console.info(`seed ${seed}: ${entries.length} entries of ${COMMANDS} commands`);
  }, 180_000);
});
