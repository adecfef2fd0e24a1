// Prints what failed, a line each, and last «N passed, N failed, N skipped», from Vitest's JSON
// reports. A test file that could not be loaded counts as failed, and so does a missing report.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const reports = process.argv.slice(2).map(readReport);
const failures = reports.flatMap(({ missing, testResults }) => [...missing, ...testResults.flatMap(failuresOf)]);
const passed = sum('numPassedTests');
const skipped = sum('numPendingTests') + sum('numTodoTests');
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (failures.length > 0 || reports.some(({ success }) => !success)) process.exitCode = 1;

function sum(name) {
  return reports.reduce((total, report) => total + report[name], 0);
}

function failuresOf({ name, status, message, assertionResults }) {
  const path = relative('.', name);
  const tests = assertionResults.filter((assertion) => assertion.status === 'failed');
  if (status === 'failed' && tests.length === 0) return [`${path}: ${firstLine(message)}`];
  return tests.map(({ fullName, failureMessages }) => `${path}: ${fullName}: ${firstLine(failureMessages[0])}`);
}

function firstLine(message = '') {
  return message.trim().split('\n')[0].slice(0, 300);
}

function readReport(file) {
  try {
    return { missing: [], ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    const missing = [`The tests left no report: ${error.message}`];
    return { missing, testResults: [], numPassedTests: 0, numPendingTests: 0, numTodoTests: 0, success: false };
  }
}
