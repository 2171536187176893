import { killAfter, switchVariable } from '@countinghouse/service';
import { z } from 'zod';
import type { Stage } from './user-service/tree-changes.ts';

const STAGES = ['stored', 'settled', 'planned', 'written', 'applied', 'finished'] as const satisfies readonly Stage[];

export const lifecycleVariables = {
  /** For tests: the process kills itself after this stage of a change. */
  CRASH_AFTER_STAGE: z.enum(STAGES).optional(),
  /** Loads the demonstration into an empty system; refused in production. */
  DEMO_DATA: switchVariable,
};

/** What ends the process after the stage that the environment names; refused in production. */
export function crashAfter(environment: {
  readonly NODE_ENV: string;
  readonly CRASH_AFTER_STAGE?: string | undefined;
}): ((stage: Stage) => void) | undefined {
  return killAfter('CRASH_AFTER_STAGE', environment.CRASH_AFTER_STAGE, environment);
}
