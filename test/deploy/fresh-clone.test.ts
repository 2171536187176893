import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardian, isRunning, runProgram } from '@countinghouse/servers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NpmStart } from './npm-start.ts';
import { ROOT } from './root.ts';
import { Missing, skipWhenMissing } from './skip-when-missing.ts';

/** Installs and builds as well. */
const FIRST_START_TIMEOUT_MS = 900_000;
const START_TIMEOUT_MS = 240_000;
/** The user of the demonstration who has payments and services. */
const DEMO_USER = 40092;

let folder: string;
let running: NpmStart | undefined;
let base: string;
let authorization: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fresh-clone-'));
  guardian().removeAtEnd(folder);
});
beforeEach((context) => {
  skipWhenMissing(
    context,
    existsSync(join(ROOT, '.git')) ? ROOT : new Missing('this is no checkout that could be cloned'),
  );
});
afterAll(async () => {
  running?.signal('SIGTERM');
  await running?.exited;
  rmSync(folder, { recursive: true, force: true });
});

/** A clone of what is committed; the checkout may belong to somebody else than who runs the test. */
async function clone(to: string): Promise<void> {
  const configuration = join(folder, 'gitconfig');
  writeFileSync(configuration, '[safe]\n  directory = *\n');
  const env = { ...process.env, GIT_CONFIG_GLOBAL: configuration };
  await runProgram('git', ['clone', '--quiet', ROOT, to], { env, timeoutMs: START_TIMEOUT_MS });
}

/** What a newcomer has: a clone and an empty folder for data. */
function start(): NpmStart {
  running = new NpmStart(join(folder, 'data'), { DEMO_DATA: '1' }, join(folder, 'clone'));
  return running;
}

interface Row {
  readonly [field: string]: unknown;
}

async function request(method: string, path: string, body?: object): Promise<readonly Row[]> {
  const response = await fetch(base + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: readonly Row[] }).data;
}

/** Answers when the payment was acknowledged. */
async function pay(money: number, uniqKey: string): Promise<void> {
  await request('PUT', '/v1/admin/user/payment', { user_id: DEMO_USER, money, uniq_key: uniqKey });
}

/** The payments that this test made, oldest first. */
async function paymentsAndBalance(): Promise<{ keys: unknown[]; balance: number }> {
  const query = `user_id=${DEMO_USER}&limit=0&sort_direction=asc`;
  const payments = await request('GET', `/v1/admin/user/pay?${query}`);
  const [user] = await request('GET', `/v1/admin/user?user_id=${DEMO_USER}`);
  const keys = payments.map((payment) => payment.uniq_key).filter((key) => /^(first|payment)/.test(String(key)));
  return { keys, balance: Number(user?.balance) };
}

test(
  'npm start in a fresh clone installs, builds, and has the demonstration to look at',
  async () => {
    await clone(join(folder, 'clone'));
    const first = start();
    base = await first.readyUrl(FIRST_START_TIMEOUT_MS);
    authorization = `Basic ${Buffer.from(`admin:${first.shownPasswords[0]}`).toString('base64')}`;
    const users = await request('GET', `/v1/admin/user?limit=0&filter={"user_id":[1,${DEMO_USER}]}`);
    const logins = users.map(({ user_id, login }) => [user_id, login]);
    expect(logins).toEqual([
      [DEMO_USER, 'danuk'],
      [1, 'admin'],
    ]);
    const services = () => request('GET', `/v1/admin/user/service?user_id=${DEMO_USER}`);
    await expect.poll(services, { timeout: START_TIMEOUT_MS }).toHaveLength(4);
    await pay(10, 'first');
    expect((await paymentsAndBalance()).keys).toEqual(['first']);
  },
  FIRST_START_TIMEOUT_MS,
);

test(
  'after SIGINT the second start shows what there was',
  async () => {
    const before = await paymentsAndBalance();
    running?.signal('SIGINT');
    await running?.exited;
    expect(running?.lines.at(-1)).toBe('countinghouse: stopped');
    const since = performance.now();
    base = await start().readyUrl(START_TIMEOUT_MS);
    console.info(`the second start took ${((performance.now() - since) / 1000).toFixed(1)} s`);
    expect(await paymentsAndBalance()).toEqual(before);
  },
  START_TIMEOUT_MS * 2,
);

test(
  'SIGKILL of everything at once, servers included, loses nothing that was acknowledged',
  async () => {
    const before = await paymentsAndBalance();
    const acknowledged: string[] = [];
    const paying = (async () => {
      for (let count = 1; ; count += 1) {
        await pay(1, `payment-${count}`);
        acknowledged.push(`payment-${count}`);
        if (count === 20) killEverything();
      }
    })();
    await expect(paying).rejects.toThrow();
    await running?.exited;
    base = await start().readyUrl(START_TIMEOUT_MS);
    const { keys, balance } = await paymentsAndBalance();
    const paid = keys.slice(before.keys.length);
    expect(paid.slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(paid.length - acknowledged.length).toBeLessThanOrEqual(1);
    expect(balance).toBeCloseTo(before.balance + paid.length, 2);
    const [proof] = await request('GET', '/v1/admin/ledger/verify');
    expect(proof).toMatchObject({ differences: [] });
  },
  START_TIMEOUT_MS * 2,
);

function killEverything(): void {
  const left = Object.values(running?.processes() ?? {}).filter(isRunning);
  running?.signal('SIGKILL');
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
}
