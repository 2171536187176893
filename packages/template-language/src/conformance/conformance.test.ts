import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Engine, type EngineOptions } from '../index.ts';

interface Case {
  readonly source: string;
  readonly variables?: object;
  readonly options?: EngineOptions;
  readonly blocks?: Record<string, string>;
  readonly output?: string;
  readonly error?: string;
}

interface CaseFile {
  readonly variables: object;
  readonly cases: readonly Case[];
}

function read(name: string): CaseFile {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as CaseFile;
}

/** Renders asynchronously, then at once; both must say the same. */
async function outcome(testCase: Case, shared: object): Promise<{ output?: string; error?: string }> {
  const engine = new Engine({ ...testCase.options, ...(testCase.blocks ? { blocks: testCase.blocks } : {}) });
  const variables = () => structuredClone(testCase.variables ?? shared);
  try {
    const template = engine.compile(testCase.source);
    const output = await template.render(variables());
    expect(template.renderSync(variables())).toBe(output);
    return { output };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

// The expectations are what Template Toolkit 2.27 answers to the same templates.
describe.each(['syntax', 'language', 'methods-and-filters'])('%s', (name) => {
  const { variables, cases } = read(name);
  it.each(cases)('$source', async (testCase) => {
    const { output, error } = await outcome(testCase, variables);
    if (testCase.output !== undefined) expect(output).toBe(testCase.output);
    else expect(error?.trim()).toBe(testCase.error?.trim());
  });
});
