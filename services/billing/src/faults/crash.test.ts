import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addBonus, addPayment, openAccount, readFigures, settle, verifyLedger } from '@countinghouse/contracts';
import { type RunningService, startService } from '@countinghouse/service';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { COMMIT_STAGES } from '../account/commit-batch.ts';
import { billing } from '../billing.ts';
import { type BillingClient, billingEnvironment, connectClient } from '../billing-of-test.ts';
import { type Collections, collectionsOf } from '../collections.ts';
import { service as catalogueService, pay, prepare } from '../settle/story.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const AT = '2022-02-01 00:00:00';
const TIMEOUT_MS = 300_000;
/** After this the sweepers have settled what a crash left. */
const SWEPT_MS = 60_000;

let environment: Awaited<ReturnType<typeof billingEnvironment>>;
let client: BillingClient;
let survivor: RunningService | undefined;
let lastUser = 100;

beforeAll(async () => {
  environment = await billingEnvironment();
  client = await connectClient(environment);
});
afterAll(async () => {
  await client.drain();
  await survivor?.store.database.dropDatabase();
  await survivor?.stop();
});

/** A billing process of its own. */
function startProcess(variables: NodeJS.ProcessEnv = {}): ChildProcess {
  const env = { ...process.env, ...environment, ...variables };
  return spawn(process.execPath, ['--conditions=source', MAIN], { stdio: 'ignore', env });
}

/** The service that is there after the crash, in this process. */
async function restart(): Promise<Collections> {
  survivor = await startService(billing, environment);
  return collectionsOf(survivor.store);
}

async function stopSurvivor(): Promise<void> {
  await survivor?.stop();
  survivor = undefined;
}

/** Opens accounts, as soon as somebody serves. */
async function open(terms: object = {}): Promise<number> {
  lastUser += 1;
  for (;;) {
    try {
      await client.call(openAccount, { user_id: lastUser, ...terms });
      return lastUser;
    } catch (error) {
      if ((error as { status?: number }).status !== 503) throw error;
      await delay(50);
    }
  }
}

async function figuresOf(userId: number) {
  return (await client.call(readFigures, { user_ids: [userId] })).rows[0];
}

async function expectRightLedger(): Promise<void> {
  const [proof] = (await client.call(verifyLedger, {})).rows;
  expect(proof?.differences).toEqual([]);
}

describe.each(COMMIT_STAGES)('a process that dies once a commit is %s', (stage) => {
  let collections: Collections;
  afterEach(stopSurvivor);

  test(
    'leaves nothing half-done, and what is asked again is done once',
    async () => {
      await restart();
      await survivor?.store
        .collection<{ _id: string }>('config')
        .updateOne({ _id: 'billing' }, { $set: { income_percent: 20 } }, { upsert: true });
      const partner = await open();
      const [repeated, left] = [await open({ partner_id: partner }), await open({ partner_id: partner })];
      await stopSurvivor();

      const payment = (userId: number) => ({ user_id: userId, money: 50, uniq_key: `${stage}:${userId}` });
      for (const userId of [repeated, left]) {
        const child = startProcess({ BILLING_CRASH_AFTER: stage });
        await dyingAt(child, () => client.call(addPayment, payment(userId)));
      }
      collections = await restart();

      const answer = await client.call(addPayment, payment(repeated));
      expect(answer.hit).toBe(true);
      expect(answer.rows[0]).toMatchObject(payment(repeated));
      await expect
        .poll(() => collections.accounts.countDocuments({ 'pending.0': { $exists: true } }), { timeout: SWEPT_MS })
        .toBe(0);
      for (const userId of [repeated, left]) {
        expect(await figuresOf(userId)).toMatchObject({ balance: 50 });
        expect(await collections.pays.countDocuments({ user_id: userId })).toBe(1);
      }
      expect(await figuresOf(partner)).toMatchObject({ bonus: 20 });
      const events = collections.accounts.db.collection('events');
      const ofUser = (userId: number) =>
        events.countDocuments({ type: 'payment', data: { $regex: `"user_id":${userId},` } });
      await expect.poll(() => Promise.all([ofUser(repeated), ofUser(left)]), { timeout: SWEPT_MS }).toEqual([1, 1]);
      await expectRightLedger();
    },
    TIMEOUT_MS,
  );
});

/** Asks until the process is dead by its own hand. */
async function dyingAt(child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  const exit = once(child, 'exit');
  while (child.exitCode === null && child.signalCode === null) {
    await Promise.race([exit, ask().catch(() => delay(50))]);
  }
  expect(child.signalCode).toBe('SIGKILL');
}

/** What one request does to its account; asked again under the same key until it is answered. */
interface Asked {
  readonly userId: number;
  readonly key: string;
  readonly money: number;
  readonly bonus: number;
  ask(): Promise<unknown>;
}

function requestOf(userId: number, turn: number): Asked {
  const key = `kill:${userId}:${turn}`;
  const base = { userId, key };
  if (turn % 3 === 0) {
    const args = { user_id: userId, bonus: 3 };
    return { ...base, money: 0, bonus: 3, ask: () => client.call(addBonus, args, { key }) };
  }
  if (turn % 3 === 1) {
    const args = { user_id: userId, money: 10, uniq_key: key };
    return { ...base, money: 10, bonus: 0, ask: () => client.call(addPayment, args) };
  }
  const tariff = catalogueService({ cost: 4, limit_bonus_percent: 0 });
  const node = userId * 10_000 + turn;
  const args = { user_id: userId, at: AT, steps: [prepare(node, tariff), pay(node, tariff)] };
  return { ...base, money: -4, bonus: 0, ask: () => client.call(settle, args, { key }) };
}

describe('processes killed at random moments under load', () => {
  const ROUNDS = 3;
  const CLIENTS = 8;

  test(
    'lose nothing that was acknowledged and do nothing twice',
    async () => {
      const users: number[] = [];
      const sent: Asked[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const child = startProcess();
        const exit = once(child, 'exit');
        while (users.length < CLIENTS) users.push(await open({ credit: 1_000_000 }));
        await open();
        const killAfterMs = Math.floor(50 + Math.random() * 1_500);
        console.info(`round ${round}: killed after ${killAfterMs} ms`);
        const clients = users.map(async (userId) => {
          for (let turn = round * 1_000; child.signalCode === null; turn += 1) {
            const asked = requestOf(userId, turn);
            sent.push(asked);
            await Promise.race([asked.ask().catch(() => undefined), exit]);
          }
        });
        await delay(killAfterMs);
        child.kill('SIGKILL');
        await Promise.all([exit, ...clients]);
      }

      const collections = await restart();
      await Promise.all(sent.map((asked) => asked.ask()));
      for (const userId of users) {
        const own = sent.filter((asked) => asked.userId === userId);
        const sum = (name: 'money' | 'bonus') => own.reduce((total, asked) => total + asked[name], 0);
        expect(await figuresOf(userId)).toMatchObject({ balance: sum('money'), bonus: sum('bonus') });
        expect(await collections.ledger.countDocuments({ user_id: userId })).toBe(own.length);
      }
      console.info(`${sent.length} requests`);
      await expectRightLedger();
    },
    TIMEOUT_MS,
  );
});
