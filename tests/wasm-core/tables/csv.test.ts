import { describe, expect, it } from 'vitest';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { sensitivity } from '#core/calculations/sensitivity.ts';
import { parseDecimal } from '#core/contract/decimal.ts';
import { readTable } from '#core/tables/read_table.ts';
import { columnsOf } from './columns_of.ts';
import { accepted, readCsv, refusals } from './read_csv.ts';
import { encoded } from './uploads/texts.ts';

const HEADERS = 'Дата;x1;x2;x7;x8;x12;x13;x15';

/** Bytes of a piece: textPieces. */
const PIECE = 64 * 1024;

describe('a large csv is read piece by piece', () => {
  // Pieces are 64 KiB of bytes: each shift lets them end elsewhere in a row, a quote, a line end, a letter of two bytes.
  it.each(Array.from({ length: 12 }, (_, shift) => shift))(
    'without loss between the pieces, shifted by %i',
    async (shift) => {
      const rows = 9000;
      const names = Array.from(
        { length: rows },
        (_, row) => `Шахта «${row % 7}»; пласт "${row % 3}"\r\nучасток ${row}`,
      );
      const lines = names.map((name, row) => `"${name.replaceAll('"', '""')}";2024;${row},5;"${row % 100},25"`);
      const text = `Объект${' '.repeat(shift)};Год;V;m\r\n${lines.join('\r\n')}\r\n`;
      const read = accepted(await readCsv(text, sensitivity));
      expect(read.data.count).toBe(rows);
      expect(read.data.texts.name).toEqual(names.map((name) => name.replace(/\s+/g, ' ')));
      expect(columnsOf(read).volume).toEqual(names.map((_, row) => row + 0.5));
    },
  );

  it('and a line end split between two pieces is one line end', async () => {
    const rows = '01.01.2026;1;2;3;4;5;6;7\r\n'.repeat(12_000);
    const text = `${HEADERS.replace('Дата', 'date')}\r\n${rows}01.01.2026;x;2;3;4;5;6;7\r\n`;
    const padding = PIECE - 1 - text.lastIndexOf('\r', PIECE - 1);
    const padded = `${' '.repeat(padding)}${text}`;
    expect(padded.slice(PIECE - 1, PIECE + 1)).toBe('\r\n');
    expect(refusals(await readCsv(padded, regres_methane))).toEqual([expect.stringMatching(/^12002 B: x1: /)]);
  });

  it('and a closing quote split from its space is recognised', async () => {
    const rows = '"01.01.2026" ;1;2;3;4;5;6;7\n'.repeat(5000);
    const text = `${HEADERS.replace('Дата', 'date')}\n${rows}`;
    const padded = `${' '.repeat(PIECE - 2 - text.lastIndexOf('" ;', PIECE - 2))}${text}`;
    expect(padded.slice(PIECE - 2, PIECE + 1)).toBe('" ;');
    expect(accepted(await readCsv(padded, regres_methane)).data.count).toBe(5000);
  });

  it('and reports progress; an exception of the listener stops the reading', async () => {
    const shares: number[] = [];
    const bytes = new TextEncoder().encode(`${HEADERS}\n${'01.01.2026;1;2;3;4;5;6;7\n'.repeat(50_000)}`);
    await readTable(bytes, 'a.csv', regres_methane, {}, (share) => void shares.push(share));
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    const stop = new Error('stopped');
    await expect(readTable(bytes, 'a.csv', regres_methane, {}, () => Promise.reject(stop))).rejects.toBe(stop);
  });
});

describe('encoding detection', () => {
  const rows = (name: string) => `${name};2024;1;1\n`;
  const bytesOf = (text: string, encoding: 'windows-1251' | 'koi8-r' | 'ibm866') =>
    encoded(text, [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))]);

  it.each([
    ['Шахта;Год;Добыча;Метан\n', 'Шахта «Распадская» № 2'],
    ['ШАХТА;ГОД;ДОБЫЧА;МЕТАН\n', 'ЁЛКИНСКАЯ'],
    ['name;year;volume;methane\n', 'Разрез'],
    ['name;year;volume;methane\n', '№1'],
  ])('recognises windows-1251 by its letters: %s%s', async (headers, name) => {
    const bytes = bytesOf(headers + rows(name), 'windows-1251');
    const read = accepted(await readTable(bytes, 'a.csv', sensitivity, {}));
    expect(read.data.texts.name).toEqual([name]);
  });

  it.each(['koi8-r', 'ibm866'] as const)('refuses %s rather than reading wrong characters', async (encoding) => {
    for (const headers of ['Шахта;Год;Добыча;Метан\n', 'ШАХТА;ГОД;ДОБЫЧА;МЕТАН\n', 'name;year;volume;methane\n']) {
      const bytes = bytesOf(headers + rows('Шахта Северная'), encoding);
      const read = await readTable(bytes, 'a.csv', sensitivity, {});
      expect(read).toMatchObject({ ok: false, code: 'unknown_encoding', detail: expect.stringMatching(/CSV UTF-8/) });
    }
  });
});

describe('delimiter detection', () => {
  const cells = [
    ['Шахта', 'Год', 'Добыча угля, т', 'm'],
    ['А', '2024', '1,5', '2,5'],
  ];
  const joined = (by: string) =>
    cells.map((row) => row.map((cell) => (cell.includes(by) ? `"${cell}"` : cell)).join(by)).join('\n');

  it.each([';', ',', '\t'])('recognises «%s» in the headers', async (by) => {
    expect(columnsOf(accepted(await readCsv(joined(by), sensitivity)))).toMatchObject({
      volume: [1.5],
      methane: [2.5],
    });
  });

  it('uses the delimiter of Excel’s first line, which is not counted', async () => {
    const read = await readCsv(`sep=,\r\n${joined(',').replace('"2,5"', 'x')}`, sensitivity);
    expect(refusals(read)).toEqual([expect.stringMatching(/^2 D: m: /)]);
  });

  it('reports a delimiter that splits decimal commas', async () => {
    const read = await readCsv('Шахта,Год,V,m\nА,2024,1,5,2,5\n', sensitivity);
    expect(refusals(read)).toEqual([expect.stringMatching(/^2 E: В строке больше значений, чем заголовков/)]);
  });
});

describe('a date in a text cell', () => {
  const read = (date: string) => readCsv(`${HEADERS}\n${date};1;2;3;4;5;6;7\n`, regres_methane);
  const day = (iso: string) => Date.parse(iso) / 86_400_000;

  it.each([
    ['31.01.2026', '2026-01-31'],
    ['1.2.2026', '2026-02-01'],
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31 00:00:00', '2026-01-31'],
    ['2026-01-31T23:59:59Z', '2026-01-31'],
    ['31.01.2026 7:30', '2026-01-31'],
    ['29.02.2024', '2024-02-29'],
    ['31.01.26', '2026-01-31'],
    ['31.01.29', '2029-01-31'],
    ['31.01.30', '1930-01-31'],
  ])('%s is %s', async (text, iso) => {
    expect(columnsOf(accepted(await read(text))).date).toEqual([day(iso)]);
  });

  it.each([
    '30.02.2026',
    '31.13.2026',
    '00.01.2026',
    '01/02/2026',
    '2026-1-1',
    '46000',
    '31.01.1899',
    'вчера',
    '29.02.2023',
  ])('%s is not a date', async (text) => {
    expect(refusals(await read(text))).toEqual([expect.stringMatching(/^2 A: Дата: Это не дата/)]);
  });

  it('may be missing in a cell or in the whole table', async () => {
    expect(columnsOf(accepted(await read(''))).date).toEqual([Number.NaN]);
    const dateless = accepted(await readCsv(`${HEADERS.slice(5)}\n1;2;3;4;5;6;7\n`, regres_methane));
    expect(Object.keys(dateless.data.columns)).not.toContain('date');
  });
});

it('blank rows are skipped anywhere, and rows keep their numbers', async () => {
  const text = `${HEADERS}\n\n01.01.2026;1;2;3;4;5;6;7\n;;;;;;;\n  \n02.01.2026;x;2;3;4;5;6;7\n\n\n`;
  expect(refusals(await readCsv(text, regres_methane))).toEqual([expect.stringMatching(/^6 B: x1: /)]);
  expect(accepted(await readCsv(text.replace('x;2', '1;2'), regres_methane)).data.count).toBe(2);
});

it('every fault is counted and the first hundred are listed', async () => {
  const read = await readCsv(`${HEADERS}\n${'01.01.2026;а;б;3;4;5;6;7\n'.repeat(300)}`, regres_methane);
  expect(read).toMatchObject({
    ok: false,
    status: 400,
    total: 600,
    detail: expect.stringMatching(/600 ошибок.*первые 100/),
  });
  expect(refusals(read)).toHaveLength(100);
});

it('the fast path reads plain numbers to the same bits as the slow path', () => {
  for (let n = 0; n < 20_000; n++) {
    const text = (Math.random() * 10 ** (n % 12)).toFixed(n % 10);
    // A plus sign makes the parser take the long way.
    expect(parseDecimal(text)).toEqual(parseDecimal(`+${text}`));
    expect(parseDecimal(text.replace('.', ','))).toEqual(parseDecimal(text));
  }
  expect(Object.is((parseDecimal('-0') as { value: number }).value, 0)).toBe(true);
});

describe('messages about a cell', () => {
  const year = async (text: string) => refusals(await readCsv(`Шахта;Год;V;m\nА;${text};1;2\n`, sensitivity));
  const volume = async (text: string) => refusals(await readCsv(`Шахта;Год;V;m\nА;2024;${text};2\n`, sensitivity));

  it.each(['31.12.2019', '2019-12-31', '31.12.19', '31/12/2019', '31.02.2019', '31.12.2019 00:00'])(
    'explain that %s under «Год» is a date and a year is expected',
    async (text) => {
      expect(await year(text)).toEqual(['2 B: Год: В ячейке дата. Нужен год, например 2024.']);
    },
  );

  it('explain that a date is not a number', async () => {
    expect(await volume('31.12.2019')).toEqual(['2 C: V: В ячейке дата. Нужно число, т.']);
  });

  it('quote the letters beside a number', async () => {
    expect((await volume('1000 т'))[0]).toContain('«т»');
  });

  it('distinguish a name of invisible characters from a blank', async () => {
    const read = await readCsv('Шахта;Год;V;m\n\u200b;2024;1;2\n', sensitivity);
    expect(refusals(read)).toEqual([expect.stringMatching(/^2 A: Шахта: .*невидимые символы/)]);
    const one = accepted(await readCsv('Шахта;Год;V;m\nА;2023;1;2\n\u200bА\u00ad;2024;1;2\n', sensitivity));
    expect(one.data.texts.name).toEqual(['А']);
  });

  it.each(['ods', 'xlsb', 'numbers'])('explain how to save a .%s file', async (kind) => {
    const read = await readTable(new Uint8Array([1, 2, 3]), `таблица.${kind}`, sensitivity, {});
    expect(read).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/прочитать нельзя\. Откройте файл в программе таблиц/),
    });
  });
});

it('a file with dates but no measurements is refused', async () => {
  const read = await readCsv(`${HEADERS}\n01.01.2026;;;;;;;\n02.01.2026;;;;;;;\n`, regres_methane);
  expect(read).toMatchObject({ ok: false, code: 'empty_table', detail: expect.stringContaining('ни одного числа') });
});

it('a file in which only the date header matches is refused with every missing column', async () => {
  const read = await readCsv('Дата;Воздух;Газ\n01.01.2026;1;2\n', regres_methane);
  expect(refusals(read)).toHaveLength(7);
});
