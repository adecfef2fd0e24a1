import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { calculationsSections } from '#functions/export/calculations_sections.ts';
import { CELL_LENGTH, cleanText } from '#functions/export/clean_text.ts';
import { projectSection } from '#functions/export/project_sections.ts';
import { type Book, readSheetJs, readXlsx } from '../../support/export_readers.ts';
import { TEXTS, UNFIT } from '../../support/injection_payloads.ts';
import { hasLibreOffice, openWithLibreOffice } from '../../support/libreoffice.ts';
import { asOpenpyxlReads, hasPythonReaders, readPython } from '../../support/python_readers.ts';
import { contentOf, written } from '../../support/written_exports.ts';

/** Columns with the text of a person, of the six that each calculation has. */
const FIELDS = ['Название', 'Столбец с объектом', 'Столбец со значением', 'Файл', 'Автор', 'Изменил'];

const content = contentOf([...TEXTS, ...UNFIT]);
const sections = [projectSection(content, []), ...calculationsSections(content, false)];
const files = new Map<'xls' | 'xlsx', Uint8Array<ArrayBuffer>>();

beforeAll(async () => {
  for (const format of ['xls', 'xlsx'] as const) files.set(format, await written(format, sections));
});

const bytesOf = (format: 'xls' | 'xlsx') => files.get(format) ?? new Uint8Array();

/** The texts of a column, under its header. */
function column(book: Book, header: string): unknown[] {
  const [, [headers = [], ...rows] = []] = [...book.values()];
  return rows.map((row) => row[headers.indexOf(header)]);
}

const PYTHON = hasPythonReaders
  ? ([
      ['xls', 'xlrd', (bytes: Uint8Array) => readPython(bytes, 'xls')],
      ['xlsx', 'openpyxl', (bytes: Uint8Array) => readPython(bytes, 'xlsx')],
    ] as const)
  : [];

const READERS = [
  ['xls', 'SheetJS', readSheetJs],
  ['xlsx', 'SheetJS', readSheetJs],
  ['xlsx', 'exceljs', readXlsx],
  ...PYTHON,
] as const;

describe.each(READERS)('%s read by %s: 1,236 texts of people', (format, reader, read) => {
  // A formula or a link makes the reader throw.
  it.each(FIELDS)('%s: every text is unchanged', async (header) => {
    const book = await read(bytesOf(format));
    const texts = [...TEXTS, ...UNFIT].map((text) => cleanText(text));
    expect(column(book, header)).toEqual(reader === 'openpyxl' ? texts.map(asOpenpyxlReads) : texts);
  });

  it('numbers remain numbers, negative ones included', async () => {
    const book = await read(bytesOf(format));
    const counts = content.calculations.map((_, place) => place);
    expect(column(book, 'Объектов, шт.')).toEqual(counts);
    expect(column(book, 'Заполнено пропусков, шт.').map((value) => 0 - Number(value))).toEqual(counts);
    expect(new Set(column(book, 'Осталось пропусков, шт.'))).toEqual(new Set([0.1 + 0.2]));
  });
});

it('every text in xlsx has the text format, so that editing does not make it a formula', async () => {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytesOf('xlsx').buffer);
  const formats = new Set<string>();
  workbook.eachSheet((sheet) =>
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        if (typeof cell.value === 'string') formats.add(cell.numFmt);
      }),
    ),
  );
  expect([...formats]).toEqual(['@']);
});

describe.skipIf(!hasLibreOffice)('opened with LibreOffice', { timeout: 120_000 }, () => {
  it.each(['xls', 'xlsx'] as const)('%s has no formula, no link, and the same texts', (format) => {
    const { book, formulas, links } = openWithLibreOffice(bytesOf(format), format);
    expect([formulas, links]).toEqual([0, 0]);
    const plain = (text: unknown) =>
      String(text ?? '')
        .replace(/\s+/g, ' ')
        .trim();
    for (const header of FIELDS) {
      expect(column(book, header).map(plain)).toEqual([...TEXTS, ...UNFIT].map((text) => plain(cleanText(text))));
    }
  });
});

describe('the export as text', () => {
  it('has no line or value that a spreadsheet reads as a formula', async () => {
    const text = new TextDecoder().decode(await written('txt', sections));
    const values = text.split('\r\n').flatMap((line) => [line, line.replace(/^ +[^:]+:/, '')]);
    // The line under a heading, and negative numbers, are none.
    const others = values.filter((value) => !/^(?:=+|\s*-\d+(?:,\d+)?)$/.test(value));
    const formulas = others.filter((value) => /^\s*[=+\-@＝＋－＠]/.test(value));
    expect(formulas).toEqual([]);
    expect(text).toContain("'=1+1");
  });

  it('has one line per value, whatever its content', async () => {
    const text = new TextDecoder().decode(await written('txt', sections));
    expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
  });
});

describe('a text that a file format cannot store', () => {
  it('has a placeholder for each missing character', () => {
    expect(cleanText('перед\ufffeпосле')).toBe('перед\ufffdпосле');
    expect(cleanText('пара \ud83d\ude00, половина \ud83d')).toBe('пара \ud83d\ude00, половина \ufffd');
    expect(cleanText('\u0000\u0008\u000b\u001f\u007f')).toBe('\ufffd'.repeat(5));
    expect(cleanText('таб\tстрока\r\nстрока\rстрока')).toBe('таб\tстрока\nстрока\nстрока');
  });

  it('is truncated to the cell limit between characters, with a note', () => {
    for (const long of ['ы'.repeat(40_000), '\ud83d\ude00'.repeat(20_000)]) {
      const cut = cleanText(long);
      expect(cut.length).toBeLessThanOrEqual(CELL_LENGTH);
      expect(cut.length).toBeGreaterThan(CELL_LENGTH - 3);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut).toMatch(/… \(текст обрезан\)$/);
    }
    expect(cleanText('ы'.repeat(CELL_LENGTH))).toHaveLength(CELL_LENGTH);
  });
});
