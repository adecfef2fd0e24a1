import { beforeAll, describe, expect, it } from 'vitest';
import { filling_blanks } from '#core/calculations/filling_blanks.ts';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { MAX_ADDED_ROWS } from '#core/tables/limits.ts';
import { honestCsv, honestWorkbook } from '../../support/bombs/honest.ts';
import { timedReading } from '../../support/bombs/reading_time.ts';
import { delimiters, farYears, longQuotes, namesWithoutYears } from '../../support/bombs/tables.ts';
import {
  aliasedSheets,
  blankAfter,
  blankBefore,
  blankSheets,
  numberFormats,
  sharedNames,
  sharedNumbers,
} from '../../support/bombs/workbooks.ts';
import { workbook } from './uploads/workbook_maker.ts';

const MIB = 2 ** 20;

/** Times an honest file of the same size that a hostile one may take; measured: at most 5. */
const FACTOR = 10;

const CYRILLIC = 'ё';
const names = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => '\ufb2c'.repeat(length) + CYRILLIC.repeat(at % 7) + at);
const table = [
  ['Объект', 'Год', 'Значение'],
  ['А', 2020, 1],
  ['А', 2021, 2],
];

const BOMBS = [
  ['numbers of one shared text of digits', 'xlsx', regres_methane, () => sharedNumbers('1 '.repeat(15_999), 2000), 4e3],
  [
    'numbers of one shared text of nines',
    'xlsx',
    regres_methane,
    () => sharedNumbers(`-${'9'.repeat(31_999)}`, 2000),
    4e3,
  ],
  [
    'numbers of one shared text of spaces',
    'xlsx',
    regres_methane,
    () => sharedNumbers(`${' '.repeat(31_999)}б`, 9000),
    9e3,
  ],
  [
    'names of one shared text that grows',
    'xlsx',
    filling_blanks,
    () => sharedNames(['\ufb2c'.repeat(32_000)], 40_000),
    7e4,
  ],
  [
    'names of shared texts just short enough',
    'xlsx',
    filling_blanks,
    () => sharedNames(names(40, 790), 300_000),
    1.5e6,
  ],
  ['12 sheets of one part of 50 MB', 'xlsx', filling_blanks, () => aliasedSheets(12, 50), 7e5],
  ['five blank sheets of 50 MB', 'xlsx', filling_blanks, () => blankSheets(5, 50), 3.5e6],
  ['250 MB of blank cells below a table', 'xlsx', filling_blanks, () => blankAfter(250, '<c/>'), 3.5e6],
  ['60,000 number formats of brackets', 'xlsx', filling_blanks, () => numberFormats(60_000), 3e5],
  ['3,480 objects with 1900 and 2200', 'csv', filling_blanks, () => farYears(3480), 9e4],
  ['names without a value under 250 years', 'csv', filling_blanks, () => namesWithoutYears(4100), 3e4],
  ['lines of a million delimiters', 'csv', filling_blanks, () => delimiters(4, 1_000_000), 5.1e6],
  ['quoted cells of a million signs', 'csv', filling_blanks, () => longQuotes(4, 1_000_000), 4.1e6],
] as const;

describe('a hostile file takes at most ten times the time per byte of an ordinary file:', () => {
  const secondsPerByte: Record<string, number> = {};

  beforeAll(async () => {
    const [workbook, csv] = [honestWorkbook(2 * MIB), honestCsv(4 * MIB)];
    for (const [name, bytes] of [
      ['a.xlsx', workbook],
      ['a.csv', csv],
    ] as const) {
      const { read, seconds } = await timedReading(bytes, name, regres_methane, { times: 3, enough: 0 });
      expect(read.ok).toBe(true);
      secondsPerByte[name.slice(2)] = seconds / bytes.length;
    }
  });

  it.each(BOMBS)('%s (%s)', { timeout: 240_000 }, async (_, kind, definition, make, size) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(size);
    // A file of a few KB is compared with one of 1 MiB: below that it is the reader that takes the time, not the file.
    const bound = FACTOR * (secondsPerByte[kind] ?? 0) * Math.max(bytes.length, MIB);
    const { read, seconds } = await timedReading(bytes, `a.${kind}`, definition, { enough: bound });
    expect(read).toMatchObject({ ok: false, detail: expect.stringMatching(/[а-яё].*\.$/s) });
    expect(seconds).toBeLessThanOrEqual(bound);
  });
});

describe('the refusal', () => {
  it('of two sheets in one part names the second sheet', async () => {
    const { read } = await timedReading(aliasedSheets(2, 1), 'a.xlsx', filling_blanks);
    expect(read).toMatchObject({ ok: false, status: 400, detail: expect.stringContaining('«Лист2»') });
  });

  it('of a sheet that begins with 50 MB of blank cells names the sheet and the next step', async () => {
    const { read } = await timedReading(blankBefore(50, table), 'a.xlsx', filling_blanks);
    const says = expect.stringMatching(/^Лист «Пустой» начинается .* Удалите пустые строки/);
    expect(read).toMatchObject({ ok: false, status: 413, detail: says });
  });

  it('of too many missing years names the object, its years and the limit', async () => {
    const { read } = await timedReading(farYears(3480), 'a.csv', filling_blanks);
    const says = expect.stringMatching(/1\s040\s520.*6\s960.*допустимо 50\s000\. У объекта «0» нет.*с 1901 по 2199/);
    expect(read).toMatchObject({ ok: false, status: 413, code: 'too_many_rows', detail: says });
    expect(MAX_ADDED_ROWS).toBe(50_000);
  });

  it('of too many blank cells in a wide table names the object and its years', async () => {
    const { read } = await timedReading(namesWithoutYears(20), 'a.csv', filling_blanks);
    const says = expect.stringMatching(/5\s000.*250.*допустимо 2\s500\. У объекта «0» нет.*250 лет: с 1900 по 2149/);
    expect(read).toMatchObject({ ok: false, status: 413, code: 'too_many_rows', detail: says });
  });
});

it('a sheet with too many merged ranges is refused rather than read in part', async () => {
  const ranges = Array.from({ length: 10_001 }, (_, at) => `<mergeCell ref="A${at + 2}:A${at + 3}"/>`).join('');
  const bytes = workbook({ sheets: [{ name: 'А', rows: table, after: `<mergeCells>${ranges}</mergeCells>` }] });
  const { read } = await timedReading(bytes, 'a.xlsx', filling_blanks);
  const says = expect.stringMatching(/На листе «А» объединённых ячеек больше 10\s000/);
  expect(read).toMatchObject({ ok: false, status: 413, detail: says });
});

describe('ordinary tables within the work budget', () => {
  it('may have blank cells below the data', async () => {
    const { read } = await timedReading(blankAfter(1, '<c/>'), 'a.xlsx', filling_blanks);
    expect(read).toMatchObject({ ok: true, data: { count: 2 } });
  });

  it('may follow a blank sheet of 1 MB', async () => {
    const { read } = await timedReading(blankBefore(1, table), 'a.xlsx', filling_blanks);
    expect(read).toMatchObject({ ok: true, data: { count: 2 } });
  });

  it('may have one object with only the first and the last year', async () => {
    const { read } = await timedReading(farYears(1), 'a.csv', filling_blanks);
    expect(read).toMatchObject({ ok: true, data: { count: 301 } });
  });

  it('may double in rows by filling missing years', async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => `${at % 15_000};${2000 + 5 * Math.floor(at / 15_000)};1\n`);
    const bytes = new TextEncoder().encode(`Объект;Год;Значение\n${rows.join('')}`);
    const { read } = await timedReading(bytes, 'a.csv', filling_blanks);
    expect(read).toMatchObject({ ok: false, detail: expect.stringMatching(/60\s000/) });
    const more = Array.from({ length: 15_000 }, (_, at) => `${at};2001;1\n${at};2002;1\n`);
    const { read: second } = await timedReading(
      Buffer.concat([bytes, Buffer.from(more.join(''))]),
      'a.csv',
      filling_blanks,
    );
    expect(second).toMatchObject({ ok: true, data: { count: 90_000 } });
  });

  it('may share a variant spelling of one object between cells', async () => {
    const texts = ['  Шахта\u00a0 1', 'Шахта 1', 'Шахта 1 '];
    const { read } = await timedReading(sharedNames(texts, 3), 'a.xlsx', filling_blanks);
    expect(read).toMatchObject({ ok: true, data: { count: 3, texts: { name: ['Шахта 1'] } } });
  });
});
