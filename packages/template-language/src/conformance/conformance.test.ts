import { describe, expect, it } from 'vitest';
import { Engine, TemplateSyntaxError } from '../index.ts';
import { type Case, caseFileNames, readCaseFile } from './case.ts';

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
    const { message } = error as Error;
    return { error: error instanceof TemplateSyntaxError ? `file error - ${message}` : message };
  }
}

// The expectations are what Template Toolkit 2.27 answers to the same templates.
describe.each(caseFileNames)('%s', (name) => {
  const { variables, cases } = readCaseFile(name);
  it.each(cases)('$source', async (testCase) => {
    const { output, error } = await outcome(testCase, variables);
    if (testCase.output !== undefined) expect(output).toBe(testCase.output);
    else expect(error?.trim()).toBe(testCase.error?.trim());
  });
});
