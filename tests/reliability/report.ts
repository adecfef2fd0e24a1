// Writes docs/reliability.md from what the campaigns of the last full run have reached: `npm run reliability`.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reached } from './campaign.ts';
import { SABOTAGES } from './sabotages.ts';

const REACHED = fileURLToPath(new URL('../../build/reliability/', import.meta.url));
const CAMPAIGNS = fileURLToPath(new URL('.', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

/** Groups of campaigns, in the order of the page. */
const GROUPS: Readonly<Record<string, string>> = {
  TEN: 'Isolation of companies',
  AUT: 'Sign-in and sessions',
  CON: 'No lost writes',
  EVT: 'Events, jobs, crashes',
  UPL: 'Files that people bring',
  API: 'Contract and bad input',
  EXP: 'Exports',
  WEB: 'The browser',
  PRF: 'Load, soak, memory',
  SAB: 'Tests of the tests',
};

const INTRODUCTION = `# Reliability

What the product was put under, and what it reached. \`npm run reliability\` runs every campaign in full and writes this page;
\`npm test\` runs a quick part of each. Every row is a test in \`tests/reliability/\`: a figure below its mark fails it.
`;

function main(): void {
  const reached = readdirSync(REACHED)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(REACHED, name), 'utf8')) as Reached);
  const unknown = reached.filter(({ id }) => !Object.hasOwn(GROUPS, groupOf(id)));
  if (unknown.length > 0) throw new Error(`No such group: ${unknown.map(({ id }) => id).join(', ')}`);
  const sections = Object.entries(GROUPS).flatMap(([group, title]) => {
    const rows = reached.filter(({ id }) => groupOf(id) === group);
    return rows.length > 0 ? [section(title, rows)] : [];
  });
  writeFileSync(PAGE, [INTRODUCTION, ...sections, sabotages(), missing(reached)].join('\n'));
}

function sabotages(): string {
  const lines = SABOTAGES.map(({ what, file, test: [test, name] }) => {
    return `| ${[what, `\`${file}\``, `\`${test}\`${name && `, ${name}`}`].map(cell).join(' | ')} |`;
  });
  return ['| sabotage | in | caught by |', '|---|---|---|', ...lines, ''].join('\n');
}

/** Campaigns that are there but were not run in full. */
function missing(reached: readonly Reached[]): string {
  const files = readdirSync(CAMPAIGNS, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const texts = files.map((name) => readFileSync(join(CAMPAIGNS, name), 'utf8'));
  const ids = texts.flatMap((text) => [...text.matchAll(/\bid: '([A-Z]{3}(?:-\d\d)?)'/g)].map(([, id = '']) => id));
  const left = [...new Set(ids)].filter((id) => !reached.some((one) => one.id === id)).sort();
  if (left.length === 0) return '';
  return `## Not yet run in full\n\nTheir quick parts pass in \`npm test\`: ${left.join(', ')}.\n`;
}

function section(title: string, rows: readonly Reached[]): string {
  const lines = rows.map(
    ({ id, stimulus, pass, n, figures, seconds, day }) =>
      `| ${[id, stimulus, n, pass, figures, seconds, day].map(cell).join(' | ')} |`,
  );
  return [
    `## ${title}`,
    '',
    '| id | what is done | n | what must hold | reached | s | day |',
    '|---|---|---:|---|---|---:|---|',
    ...lines,
    '',
  ].join('\n');
}

function groupOf(id: string): string {
  return id.split('-')[0] ?? '';
}

function cell(value: string | number): string {
  return String(value).replaceAll('|', '\\|').replaceAll('\n', ' ');
}

main();
