// Prints «N passed, N failed, N skipped» from vitest's JSON report. A test file that could not even be loaded counts as failed.
import { readFileSync } from 'node:fs';

const [file = ''] = process.argv.slice(2);
const report = readReport();
const brokenFiles = report.testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
);
const failed = report.numFailedTests + brokenFiles.length;
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (failed > 0 || !report.success) process.exitCode = 1;

function readReport() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`The tests left no report: ${error.message}`);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}
