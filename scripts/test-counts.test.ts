import { expect, test } from 'vitest';
import { addCounts, countsOfCheck, countsOfReport, summary } from './test-counts.mjs';

function file(status: string, ...results: string[]) {
  return { status, assertionResults: results.map((result) => ({ status: result })) };
}

test('tests are counted by their outcome', () => {
  const report = { testResults: [file('passed', 'passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')] };
  expect(countsOfReport(report, false)).toEqual({ passed: 3, failed: 1, skipped: 1 });
});

test('a file that failed before its first test is a failure', () => {
  const report = { testResults: [file('passed', 'passed'), file('failed')] };
  expect(countsOfReport(report, false)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('a run that failed although no test did is a failure, and so is one that ran nothing', () => {
  expect(countsOfReport({ testResults: [file('passed', 'passed')] }, false).failed).toBe(1);
  expect(countsOfReport(undefined, false).failed).toBe(1);
  expect(countsOfReport({ testResults: [] }, true).failed).toBe(1);
});

test('the closing line names what was skipped only where something was', () => {
  const counts = addCounts(countsOfCheck(true), countsOfCheck(false), { passed: 40, failed: 0, skipped: 0 });
  expect(summary(counts)).toBe('41 passed, 1 failed');
  expect(summary({ passed: 2, failed: 0, skipped: 3 })).toBe('2 passed, 0 failed, 3 skipped');
});
