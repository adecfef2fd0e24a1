// Prints what failed, a line each, and last «N passed, N failed, N skipped», from vitest's JSON report. A test file that could not even be
// loaded counts as failed.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [file = ''] = process.argv.slice(2);
const report = readReport();
const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
  const path = relative('.', name);
  const tests = assertionResults.filter((assertion) => assertion.status === 'failed');
  if (status === 'failed' && tests.length === 0) return [`${path}: ${firstLine(message)}`];
  return tests.map(({ fullName, failureMessages }) => `${path}: ${fullName}: ${firstLine(failureMessages[0])}`);
});
const skipped = report.numPendingTests + report.numTodoTests;
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`${report.numPassedTests} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (failures.length > 0 || !report.success) process.exitCode = 1;

function firstLine(message = '') {
  return message.trim().split('\n')[0].slice(0, 300);
}

function readReport() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`The tests left no report: ${error.message}`);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}
