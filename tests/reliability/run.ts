// Runs reliability tests in full, all of them or those of the named files, and writes their results to docs/reliability.md:
// `npm run reliability`, `npm run reliability -- load writes`.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '#functions/cli/build.ts';
import { SABOTAGES } from '../support/reliability/mutants.ts';
import type { Reached } from '../support/reliability/reliability_test.ts';

const REACHED = join(ROOT, 'build/reliability');
const CAMPAIGNS = fileURLToPath(new URL('.', import.meta.url));
const PAGE = join(ROOT, 'docs/reliability.md');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

/** Groups of reliability tests, in the order of the page. */
const GROUPS: Readonly<Record<string, string>> = {
  TEN: 'Isolation of companies',
  AUT: 'Sign-in and sessions',
  CON: 'No lost writes',
  DUR: 'Damage, kills and power cuts',
  EVT: 'Events, jobs, crashes',
  UPL: 'Files that people bring',
  API: 'Contract and bad input',
  EXP: 'Exports',
  WEB: 'The browser',
  PRF: 'Load, soak, memory',
  SAB: 'Tests of the tests',
};

/** Properties that tests of other folders prove in every run of `npm test`. */
const ELSEWHERE: readonly (readonly [what: string, where: string])[] = [
  ['No answer of the API has a field that its document does not declare', 'tests/support/response_schema.ts'],
  ['Browser and server compute the same bits: 100,000 inputs of each formula', 'tests/e2e/same_bits.test.ts'],
  [
    'No text of a user becomes a formula or a link in an export, by independent readers',
    'tests/functions/export/injection.test.ts',
  ],
  ['An .xls is BIFF8, a .txt says its encoding', 'tests/functions/http/routes/exports.test.ts'],
  [
    'Calls that get no answer end by themselves; only reads are repeated, twice, after a pause by chance',
    'tests/web/api/retries.test.ts',
  ],
  [
    'Files of every kind that people bring: read, or refused in Russian',
    'tests/wasm-core/tables/upload_corpus.test.ts',
  ],
  ['The bundle of the API: its size, and what a start loads', 'tests/functions/lambda/bundle.test.ts'],
  ['What is killed with -9 has all that it acknowledged', 'tests/e2e/durability.test.ts'],
];

/** Properties that one machine, or one browser, cannot show. */
const NOT_SHOWN = `## Not shown

IAM rights per company (\`docs/decisions/0017-deployment.md\`); browsers other than Chromium; the limits of AWS itself. TEN-10 holds for one
process, where companies take turns at the stores. On AWS every request has a process of its own, and all share the rate of the stage.
`;

const INTRODUCTION = `# Reliability

What the product withstood in reliability tests. \`npm run reliability\` runs every campaign in full and writes this page;
\`npm run test:all\` runs a quick part of each. Every row is a test in \`tests/reliability/\`, which fails if its requirement is not met. A row
has the day of its last full run. To run single campaigns, name their files: \`npm run reliability -- load writes\`.
`;

function main(names: readonly string[]): void {
  const files = names.length > 0 ? names.map((name) => `tests/reliability/${name}`) : ['tests/reliability'];
  const env = { ...process.env, RELIABILITY: 'full' };
  const { status } = spawnSync(process.execPath, [VITEST, 'run', ...files], { cwd: ROOT, env, stdio: 'inherit' });
  // The former result of a failed test is no longer valid.
  if (status !== 0) process.exit(status ?? 1);
  writePage();
}

function writePage(): void {
  const ids = campaigns();
  const unknown = ids.filter((id) => !Object.hasOwn(GROUPS, groupOf(id)));
  if (unknown.length > 0) throw new Error(`No such group: ${unknown.join(', ')}`);
  const rows = new Map([...rowsOfPage(), ...rowsOfRun()]);
  const sections = Object.entries(GROUPS).flatMap(([group, title]) => {
    const own = ids.filter((id) => groupOf(id) === group).flatMap((id) => rows.get(id) ?? []);
    return own.length > 0 ? [section(title, own)] : [];
  });
  const left = ids.filter((id) => !rows.has(id));
  writeFileSync(PAGE, [INTRODUCTION, ...sections, sabotages(), elsewhere(), missing(left), NOT_SHOWN].join('\n'));
}

/** Ids of all reliability tests. */
function campaigns(): string[] {
  const files = readdirSync(CAMPAIGNS, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const texts = files.map((name) => readFileSync(join(CAMPAIGNS, name), 'utf8'));
  const ids = texts.flatMap((text) => [...text.matchAll(/\bid: '([A-Z]{3}(?:-\d\d)?)'/g)].map(([, id = '']) => id));
  return [...new Set(ids)].sort();
}

/** Rows of the page by id: those of tests that did not run this time stay, with the day of their last run. */
function rowsOfPage(): [string, string][] {
  return [...readFileSync(PAGE, 'utf8').matchAll(/^\| ([A-Z]{3}(?:-\d\d)?) \| .*$/gm)].map(([row, id = '']) => [
    id,
    row,
  ]);
}

function rowsOfRun(): [string, string][] {
  return readdirSync(REACHED).map((name) => {
    const one = JSON.parse(readFileSync(join(REACHED, name), 'utf8')) as Reached;
    const { id, stimulus, n, pass, figures, seconds, day } = one;
    return [id, `| ${[id, stimulus, n, pass, figures, seconds, day].map(cell).join(' | ')} |`];
  });
}

function elsewhere(): string {
  const lines = ELSEWHERE.map(([what, where]) => {
    if (!existsSync(join(ROOT, where))) throw new Error(`No such test: ${where}`);
    return `| ${what} | \`${where}\` |`;
  });
  return ['## Proven by other tests', '', '| what | where |', '|---|---|', ...lines, ''].join('\n');
}

function sabotages(): string {
  const lines = SABOTAGES.map(({ what, file, test: [test, name] }) => {
    return `| ${[what, `\`${file}\``, `\`${test}\`${name && `, ${name}`}`].map(cell).join(' | ')} |`;
  });
  return ['| sabotage | in | caught by |', '|---|---|---|', ...lines, ''].join('\n');
}

/** Reliability tests that were never run in full. */
function missing(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return `## Not yet run in full\n\nTheir quick parts pass in \`npm test\`: ${ids.join(', ')}.\n`;
}

function section(title: string, rows: readonly string[]): string {
  return [
    `## ${title}`,
    '',
    '| id | what is done | n | what must hold | reached | s | day |',
    '|---|---|---:|---|---|---:|---|',
    ...rows,
    '',
  ].join('\n');
}

function groupOf(id: string): string {
  return id.split('-')[0] ?? '';
}

function cell(value: string | number): string {
  return String(value).replaceAll('|', '\\|').replaceAll('\n', ' ');
}

main(process.argv.slice(2));
