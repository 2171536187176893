import { expect, test } from 'vitest';
import { runFaults } from './fault-run.ts';

/** The short form of `npm run test:faults`; `FAULT_SEED` repeats a run. */
const OPERATIONS = 500;
const TIMEOUT_MS = 900_000;

test(
  'nothing acknowledged is lost and nothing happens twice while processes die and messages are lost',
  async () => {
    const seed = Number(process.env.FAULT_SEED ?? 260_301);
    console.log(`FAULT_SEED=${seed}`);
    const result = await runFaults({
      seed,
      operations: OPERATIONS,
      users: 16,
      workers: 8,
      kills: true,
      busFaults: 'drop=0.005,duplicate=0.02,delayMsMax=15',
      say: () => {},
    });
    expect(result.differences).toEqual([]);
    expect(result.operations).toBeGreaterThanOrEqual(OPERATIONS);
    expect(Object.keys(result.kills)).not.toEqual([]);
  },
  TIMEOUT_MS,
);
