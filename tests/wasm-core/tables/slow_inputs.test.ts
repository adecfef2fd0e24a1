import { beforeAll, describe, expect, it } from 'vitest';
import { filling_blanks } from '#core/calculations/filling_blanks.ts';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { honestCsv, honestWorkbook } from '../../support/bombs/honest.ts';
import { timedReading } from '../../support/bombs/reading_time.ts';
import { type MadeWorkbook, workbook } from './uploads/workbook_maker.ts';

const spaces = ' '.repeat(30_000);
const text = (content: string) => () => new TextEncoder().encode(content);
const book = (made: Partial<MadeWorkbook>) => () => workbook({ sheets: [{ name: 'А', rows: [['a']] }], ...made });
const part = (name: string, content: string) => (parts: ReturnType<NonNullable<MadeWorkbook['parts']>>) =>
  parts.map((each) => (each.name === name ? { ...each, content } : each));

/** Texts on which a careless pattern or search takes time that grows with their square. */
const INPUTS: readonly (readonly [name: string, bytes: () => Uint8Array, fileName: string])[] = [
  ['quotes after quotes, then spaces', text(`name;year;given\n"${'q"'.repeat(15_000)}${' '.repeat(30_000)};`), 'a.csv'],
  ['years with spaces inside', text(`name;year;given\n${`А;2${spaces}b;1\n`.repeat(1000)}`), 'a.csv'],
  ['numbers with spaces inside', text(`name;year;given\n${`А;2024;2${spaces}b\n`.repeat(300)}`), 'a.csv'],
  ['long headers', text(`${`${'«(a, '.repeat(800)};`.repeat(250)}\n`.repeat(20)), 'a.csv'],
  [
    'headers of brackets and commas',
    text(`${`${'( '.repeat(15_000)};${', '.repeat(15_000)};`.repeat(10)}\n`.repeat(20)),
    'a.csv',
  ],
  ['windows-1251 of 30 MB', () => new Uint8Array(30_000_000).fill(0xee), 'a.csv'],
  [
    'number formats of brackets',
    book({
      parts: part(
        'xl/styles.xml',
        `<styleSheet>${`<numFmt numFmtId="200" formatCode="${'['.repeat(60_000)}"/>`.repeat(15)}</styleSheet>`,
      ),
    }),
    'a.xlsx',
  ],
  [
    'many relations and sheets',
    book({
      parts: (parts) =>
        part(
          'xl/_rels/workbook.xml.rels',
          `<a>${Array.from({ length: 9000 }, (_, at) => `<Relationship Id="r${at}" Type="t/worksheet" Target="x"/>`).join('')}</a>`,
        )(
          part(
            'xl/workbook.xml',
            `<a>${Array.from({ length: 9000 }, (_, at) => `<sheet id="q${at}"/>`).join('')}</a>`,
          )(parts),
        ),
    }),
    'a.xlsx',
  ],
];

/** Times an honest file of the same size that such a text may take: patterns that grow with the square take hundreds. */
const FACTOR = 10;

const MIB = 2 ** 20;

describe('a file built to be slow takes about the time per byte of an ordinary file:', () => {
  const secondsPerByte: Record<string, number> = {};

  beforeAll(async () => {
    for (const [fileName, honest] of [
      ['a.xlsx', honestWorkbook(MIB)],
      ['a.csv', honestCsv(2 * MIB)],
    ] as const) {
      const { read, seconds } = await timedReading(honest, fileName, regres_methane, { times: 3, enough: 0 });
      expect(read.ok).toBe(true);
      secondsPerByte[fileName] = seconds / honest.length;
    }
  });

  it.each(INPUTS)('%s', { timeout: 60_000 }, async (_, bytes, fileName) => {
    const content = bytes();
    const bound = FACTOR * (secondsPerByte[fileName] ?? 0) * Math.max(content.length, MIB);
    const { read, seconds } = await timedReading(content, fileName, filling_blanks, { enough: bound });
    expect(read.ok).toBe(false);
    expect(seconds).toBeLessThanOrEqual(bound);
  });
});
