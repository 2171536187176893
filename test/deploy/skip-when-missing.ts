import type { TestContext } from 'vitest';

/** A tool that this machine does not have. */
export class Missing {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The tool; where it is missing, the test is skipped and says why, except in CI, where nothing may be missing. */
export function skipWhenMissing<Tool>(context: TestContext, tool: Tool | Missing): Tool {
  if (!(tool instanceof Missing)) return tool;
  if (process.env.CI === 'true') throw new Error(`CI skips nothing: ${tool.reason}`);
  return context.skip(tool.reason);
}
