import { killAfter } from '@countinghouse/service';
import { z } from 'zod';
import { COMMIT_STAGES, type CommitStage } from './account/commit-batch.ts';

export const crashVariables = {
  /** For tests: the process kills itself after this stage of a commit. */
  BILLING_CRASH_AFTER: z.enum(COMMIT_STAGES).optional(),
};

/** What ends the process after the stage that the environment names; refused in production. */
export function crashAfter(environment: {
  readonly NODE_ENV: string;
  readonly BILLING_CRASH_AFTER?: CommitStage | undefined;
}): ((stage: CommitStage) => void) | undefined {
  return killAfter('BILLING_CRASH_AFTER', environment.BILLING_CRASH_AFTER, environment);
}
