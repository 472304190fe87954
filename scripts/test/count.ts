/** The part of vitest's JSON result that the count is taken from. */
interface VitestResult {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** How many tests passed and failed. */
export interface TestCount {
  passed: number;
  failed: number;
}

/**
 * Counts a run by vitest's JSON result and exit code. A file that could not be loaded counts as one failure, and so does
 * a run that died, wrote no result, or found something wrong outside the tests: no trouble ever ends in `0 failed`.
 */
export function countTests(json: string | null, exitCode: number | null): TestCount {
  const result = json === null ? null : parseVitestResult(json);
  if (result === null) return { passed: 0, failed: 1 };
  const unloaded = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = result.numFailedTests + unloaded;
  const passed = result.numPassedTests;
  const sound = exitCode === 0 && passed > 0;
  return { passed, failed: failed === 0 && !sound ? 1 : failed };
}

function parseVitestResult(json: string): VitestResult | null {
  try {
    const value = JSON.parse(json) as Partial<VitestResult> | null;
    const complete =
      Number.isInteger(value?.numPassedTests) &&
      Number.isInteger(value?.numFailedTests) &&
      Array.isArray(value?.testResults);
    return complete ? (value as VitestResult) : null;
  } catch {
    return null;
  }
}

/** The last line of a test run. */
export function formatTestCount({ passed, failed }: TestCount): string {
  return `${passed} passed, ${failed} failed`;
}
