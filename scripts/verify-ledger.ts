import { verifyDatabase } from '@countinghouse/billing';
import { withDatabase } from '@countinghouse/launcher';

// `npm run verify-ledger`: proves the ledger of the system that MONGODB_URL or DATA_DIR names, running or not.
const say = (sentence: string) => process.stderr.write(`${sentence}\n`);
const log = { info: () => {}, warn: (_details: object, message: string) => say(message), error: () => {} };

try {
  const proof = await withDatabase(process.env, (mongoUrl) => verifyDatabase(mongoUrl, log), say);
  for (const difference of proof.differences) console.log(difference);
  console.log(`${proof.ok ? 'right' : 'NOT RIGHT'}: ${proof.accounts} accounts, ${proof.entries} ledger entries`);
  process.exitCode = proof.ok ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
