import { existsSync, readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

const rowsOf = (file: string) =>
  Papa.parse<Record<string, string>>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true }).data;

const ASVS = rowsOf('docs/asvs.csv');
const FINDINGS = rowsOf('docs/security-findings.csv');

describe('the table of ASVS 5.0', () => {
  it('has every requirement of levels 1 and 2 once: 70 and 183', () => {
    expect(new Set(ASVS.map(({ id }) => id)).size).toBe(ASVS.length);
    const count = (wanted: string) => ASVS.filter(({ level }) => level === wanted).length;
    expect([count('1'), count('2'), ASVS.length]).toEqual([70, 183, 253]);
  });

  it.each(ASVS.map((row) => [row.id, row] as const))(
    '%s names a test or a page that there is, or a reason',
    (_, row) => {
      expect(row.requirement?.length).toBeGreaterThan(5);
      expectEvidence(row);
    },
  );
});

describe('the table of findings', () => {
  it('has every finding of medium and low severity', () => {
    const wanted = [...numbered('M', 18), ...numbered('L', 14)];
    expect([...new Set(FINDINGS.map(({ finding }) => finding))]).toEqual(wanted);
  });

  it.each(FINDINGS.map((row) => [row.finding, row] as const))(
    '%s names a test or a page that there is, or a reason',
    (_, row) => expectEvidence(row),
  );
});

function numbered(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}

/** Titles of the tests of a file, and ids of its campaigns. */
function titlesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const titles = text.matchAll(/\b(?:it|test|describe)(?:\.\w+)*(?:\(\s*|\([^;]*?\)\s*\(\s*)(['"`])((?:(?!\1).)+)\1/gs);
  const ids = text.matchAll(/\bid: '([A-Z]{3}-\d\d)'/g);
  return [...[...titles].map(([, , title = '']) => title), ...[...ids].map(([, id = '']) => id)];
}

function expectEvidence({ status = '', evidence = '', shows = '' }: Record<string, string>): void {
  if (status === 'test' || status === 'doc') expect(existsSync(evidence), evidence).toBe(true);
  if (status === 'test') {
    expect(evidence).toMatch(/^tests\/.*\.test\.tsx?$/);
    const title = titlesOf(evidence).find((one) => shows !== '' && one.includes(shows));
    expect(title, `no test of ${evidence} is called «${shows}»`).toBeDefined();
  } else if (status !== 'doc') {
    expect(['reason', 'na', 'open']).toContain(status);
    expect(evidence.length).toBeGreaterThan(7);
  }
}
