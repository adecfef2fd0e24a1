import { describe, expect, it } from 'vitest';
import { readHeaders } from '#core/tables/headers.ts';
import { splitPasted } from '#core/tables/pasted.ts';

it('a hundred thousand blank lines are skipped in linear time', () => {
  const started = process.cpuUsage();
  expect(splitPasted(`1${'\n'.repeat(100_000)}2`)).toHaveLength(100_001);
  const { user: blank } = process.cpuUsage(started);
  const again = process.cpuUsage();
  expect(splitPasted('1\n'.repeat(100_000))).toHaveLength(100_000);
  // A pattern that looks for the end from each of them takes thousands of times as long as lines that hold something.
  expect(blank).toBeLessThan(20 * process.cpuUsage(again).user);
});

describe('a block pasted from a spreadsheet', () => {
  it.each<[string, string, string[][]]>([
    [
      'rows and cells',
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['one cell', '1 234,5', [['1 234,5']]],
    [
      'blank cells',
      '\t1\t\n\t\t\n',
      [
        ['', '1', ''],
        ['', '', ''],
      ],
    ],
    ['a cell with a line break', '"верх\nниз"\t5\n', [['верх\nниз', '5']]],
    ['quotes in a quoted cell', '"труба ""6"""\t1\n', [['труба "6"', '1']]],
    [
      'a lone quote',
      '6" труба\t1\n"хвост\t2\n',
      [
        ['6" труба', '1'],
        ['"хвост', '2'],
      ],
    ],
    [
      'line ends of an old Mac',
      '1\t2\r3\t4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['spaces around', ' 1 \t\u00a02\u00a0\n', [['1', '2']]],
    ['nothing', '', []],
  ])('%s', (_, text, cells) => {
    expect(splitPasted(text)).toEqual(cells);
  });
});

describe('the headers offered to the user', () => {
  const headers = (text: string, name = 'a.csv') => readHeaders(new TextEncoder().encode(text), name);

  it('are those of the table below any title', async () => {
    expect(await headers('Отчёт;;\n\nШахта;Год;Добыча угля, т\nА;2024;1\nБ;2024;2\n')).toEqual([
      'Шахта',
      'Год',
      'Добыча угля, т',
    ]);
    expect(await headers('Объект;2019;2020\nА;1;2\n')).toEqual(['Объект', '2019', '2020']);
  });

  it('are empty for a file without a table', async () => {
    expect(await headers('%PDF-1.7')).toEqual([]);
    expect(await headers('')).toEqual([]);
    expect(await headers('a;b\n', 'a.xlsx')).toEqual([]);
  });
});
