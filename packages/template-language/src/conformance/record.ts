import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { caseFileNames, caseFileUrl, readCaseFile } from './case.ts';
import { referenceOutcomes } from './reference.ts';

/** Asks Template Toolkit for every recorded case again; writes the answers, or with --check only tells differences. */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
let changed = 0;
for (const name of caseFileNames) {
  const file = readCaseFile(name);
  const outcomes = referenceOutcomes(file);
  const cases = file.cases.map((testCase, index) => {
    const { output: _output, error: _error, ...question } = testCase;
    const answered = { ...question, ...outcomes[index] };
    if (testCase.output !== answered.output || testCase.error !== answered.error) {
      changed += 1;
      console.log(`${name}: ${JSON.stringify(testCase)}\n  now ${JSON.stringify(outcomes[index])}`);
    }
    return answered;
  });
  if (!values.check) writeFileSync(caseFileUrl(name), `${JSON.stringify({ ...file, cases }, undefined, 2)}\n`);
}
console.log(`${changed} answers differ from the recorded ones`);
if (values.check && changed > 0) process.exitCode = 1;
