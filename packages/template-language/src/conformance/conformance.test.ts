import { describe, expect, it } from 'vitest';
import { Engine, TemplateSyntaxError } from '../index.ts';
import { type Case, type CaseFile, caseFileNames, readCaseFile } from './case.ts';

/** Renders asynchronously, then at once; both must say the same. */
async function outcome(testCase: Case, file: CaseFile): Promise<{ output?: string; error?: string }> {
  const engine = new Engine({ ...testCase.options, blocks: testCase.blocks ?? file.blocks ?? {} });
  const variables = () => structuredClone(testCase.variables ?? file.variables);
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
  const file = readCaseFile(name);
  it.each(file.cases)('$source', async (testCase) => {
    const { output, error } = await outcome(testCase, file);
    if (testCase.output !== undefined) expect(output).toBe(testCase.output);
    else expect(error?.trim()).toBe(testCase.error?.trim());
  });
});
