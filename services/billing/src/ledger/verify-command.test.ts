import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addPayment } from '@countinghouse/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingOfTest, startBilling } from '../billing-of-test.ts';

/** Two processes start from their sources, one after the other. */
const TIMEOUT_MS = 240_000;
const SCRIPT = fileURLToPath(new URL('../../../../scripts/verify-ledger.ts', import.meta.url));
let billing: BillingOfTest;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

/** `npm run verify-ledger` on the database of the test. */
function verify(variables: NodeJS.ProcessEnv): Promise<{ code: number | string; printed: string; said: string }> {
  const env = { PATH: process.env.PATH, ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=source', SCRIPT], { env }, (error, printed, said) =>
      resolve({ code: error?.code ?? 0, printed, said }),
    );
  });
}

test(
  'says what was proved and exits 0, names what is not right and exits 1',
  async () => {
    const { MONGODB_URL } = billing.environment;
    const [rich, poor] = [await billing.open(), await billing.open()];
    for (const user of [rich, poor]) await billing.call(addPayment, { user_id: user, money: 10 });
    await billing.call(addPayment, { user_id: poor, money: -10 });
    expect(await verify({ MONGODB_URL })).toEqual({
      code: 0,
      printed: 'right: 2 accounts, 3 ledger entries\n',
      said: '',
    });
    await billing.collections.accounts.updateOne({ _id: poor }, { $set: { balance: 1 } });
    expect(await verify({ MONGODB_URL })).toEqual({
      code: 1,
      printed: `account ${poor}: balance of the account is 1 cents, not 0\nNOT RIGHT: 2 accounts, 3 ledger entries\n`,
      said: '',
    });
  },
  TIMEOUT_MS,
);

test(
  'a system that is not there is said to be so',
  async () => {
    const { code, said } = await verify({ DATA_DIR: '/nonexistent' });
    expect(code).toBe(1);
    expect(said).toContain('/nonexistent has no database');
  },
  TIMEOUT_MS,
);
