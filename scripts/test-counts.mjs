/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * A check that is not made of tests counts as one.
 * @param {boolean} succeeded
 * @returns {Counts}
 */
export function countsOfCheck(succeeded) {
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0 };
}

/**
 * Counts the tests in the report of vitest's JSON reporter. A file that failed before its first test counts as one
 * failure, and so does a run that failed although no test did (an unhandled error, a crash).
 * @param {{ testResults: { status: string, assertionResults: { status: string }[] }[] } | undefined} report
 * @param {boolean} succeeded whether the runner exited with 0
 * @returns {Counts}
 */
export function countsOfReport(report, succeeded) {
  const files = report?.testResults ?? [];
  const results = files.flatMap((file) => file.assertionResults.map((result) => result.status));
  const withStatus = (status) => results.filter((result) => result === status).length;
  const passed = withStatus('passed');
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed'),
  ).length;
  const failed = withStatus('failed') + brokenFiles;
  const nothingRan = passed + failed === 0;
  const unexplained = failed === 0 && (!succeeded || nothingRan) ? 1 : 0;
  return { passed, failed: failed + unexplained, skipped: results.length - passed - withStatus('failed') };
}

/**
 * @param {...Counts} all
 * @returns {Counts}
 */
export function addCounts(...all) {
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/**
 * The closing line.
 * @param {Counts} counts
 */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
