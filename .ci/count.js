// Prints what failed and what passed at the second try only, a line each, and last «N passed, N
// failed, N skipped, N at the second try», from Vitest's JSON reports. A test file that could not be
// loaded counts as failed, and so does a missing report.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const reports = process.argv.slice(2).map(readReport);
const failures = reports.flatMap(({ missing, testResults }) => [...missing, ...testResults.flatMap(failuresOf)]);
const retried = reports.flatMap(({ testResults }) => testResults.flatMap(retriedOf));
const passed = sum('numPassedTests');
const skipped = sum('numPendingTests') + sum('numTodoTests');
for (const line of retried) console.log(`SECOND TRY: ${line}`);
for (const failure of failures) console.log(`FAILED: ${failure}`);
const others = [
  ...(skipped > 0 ? [`, ${skipped} skipped`] : []),
  ...(retried.length > 0 ? [`, ${retried.length} at the second try`] : []),
];
console.log(`${passed} passed, ${failures.length} failed${others.join('')}`);
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

/** Tests that passed in the end: what they leave in the report is why the first try failed. */
function retriedOf({ name, assertionResults }) {
  const tests = assertionResults.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length);
  return tests.map(
    ({ fullName, failureMessages }) => `${relative('.', name)}: ${fullName}: ${firstLine(failureMessages[0])}`,
  );
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
