import { describe, expect, it } from 'vitest';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { sensitivity } from '#core/calculations/sensitivity.ts';
import { readTable } from '#core/tables/read_table.ts';
import { columnsOf } from './columns_of.ts';
import { accepted, refusals } from './read_csv.ts';
import { type MadeCell, type MadeWorkbook, rowXml, workbook } from './uploads/workbook_maker.ts';

const HEADERS = ['date', 'x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];
const NUMBERS = [1, 2, 3, 4, 5, 6, 7];
const SERIES = [
  ['name', 'year', 'volume', 'methane'],
  ['А', 2024, 1, 2],
];

const read = (made: MadeWorkbook) => readTable(workbook(made), 'а.xlsx', regres_methane, {});
const readSeries = (made: Partial<MadeWorkbook>) =>
  readTable(workbook({ sheets: [{ name: 'Лист1', rows: SERIES }], ...made }), 'а.xlsx', sensitivity, {});
const cell = (inner: string, attributes = ''): MadeCell => ({ xml: `<c r="{r}"${attributes}>${inner}</c>` });
const day = (iso: string) => Date.parse(iso) / 86_400_000;

describe('a date in a cell of a sheet', () => {
  const dated = (serial: number, from1904 = false) =>
    read({ sheets: [{ name: 'А', rows: [HEADERS, [cell(`<v>${serial}</v>`, ' s="1"'), ...NUMBERS]] }], from1904 });

  it.each<[number, boolean, string]>([
    [46_023, false, '2026-01-01'],
    [46_023.75, false, '2026-01-01'],
    [61, false, '1900-03-01'],
    [59, false, '1900-02-28'],
    [1, false, '1900-01-01'],
    [44_561, true, '2026-01-01'],
    [0, true, '1904-01-01'],
  ])('%d (from 1904: %s) is %s', async (serial, from1904, iso) => {
    expect(columnsOf(accepted(await dated(serial, from1904))).date).toEqual([day(iso)]);
  });

  it.each([-1, 0, 1e9, 1e300])('%d is not a date', async (serial) => {
    expect(refusals(await dated(serial))).toEqual([expect.stringMatching(/^2 A: date: Это не дата/)]);
  });

  it('needs a date format: a plain number is refused, a date as text is accepted', async () => {
    const plain = await read({ sheets: [{ name: 'А', rows: [HEADERS, [46_023, ...NUMBERS]] }] });
    expect(refusals(plain)).toEqual([expect.stringMatching(/Это не дата/)]);
    const text = await read({ sheets: [{ name: 'А', rows: [HEADERS, ['31.01.2026', ...NUMBERS]] }] });
    expect(columnsOf(accepted(text)).date).toEqual([day('2026-01-31')]);
    const iso = await read({
      sheets: [{ name: 'А', rows: [HEADERS, [cell('<v>2026-01-31T00:00:00</v>', ' t="d"'), ...NUMBERS]] }],
    });
    expect(columnsOf(accepted(iso)).date).toEqual([day('2026-01-31')]);
  });
});

describe('a percentage in a cell', () => {
  const percent = (place: number) => {
    const row = NUMBERS.map((value, at) => (at === place ? cell('<v>0.392</v>', ' s="2"') : value));
    return read({ sheets: [{ name: 'А', rows: [HEADERS.slice(1), row] }] });
  };

  it('has the shown value, to the last digit', async () => {
    expect(columnsOf(accepted(await percent(2))).x7).toEqual([39.2]);
  });

  it('is refused if another unit is expected', async () => {
    expect(refusals(await percent(0))).toEqual([
      expect.stringMatching(/^2 A: x1: В ячейке проценты\. Нужно число, м³\/мин\./),
    ]);
  });
});

describe('the sheet with the table', () => {
  it('is the first visible sheet with data; other sheets with data are named', async () => {
    const sheets = [
      { name: 'Пусто' },
      { name: 'Скрытый', rows: [['x']], state: 'hidden' as const },
      { name: 'Отчёт', rows: SERIES },
      { name: 'Справка', rows: [['x']] },
    ];
    const result = accepted(await readSeries({ sheets }));
    expect(result.notes).toEqual(['Прочитан лист «Отчёт»; другие листы не читались: «Справка».']);
  });

  it('is named in faults', async () => {
    const result = await readSeries({ sheets: [{ name: 'Отчёт', rows: [...SERIES, ['А', 2025, 'x', 1]] }] });
    expect(result).toMatchObject({ errors: [{ sheet: 'Отчёт', row: 3, column: 'C: volume', value: 'x' }] });
  });

  it('may have hidden rows, which are read with a note, and remarks beside the table, which are ignored', async () => {
    const sheet =
      rowXml(SERIES[0] ?? [], 1) +
      rowXml([...(SERIES[1] ?? []), null, 'проверить'], 2).replace('<row', '<row hidden="1"');
    const result = accepted(await readSeries({ sheets: [{ name: 'А', data: sheet }] }));
    expect(result.ignored).toEqual(['столбец F без заголовка']);
    expect(result.notes).toEqual([expect.stringMatching(/скрытые строки/), expect.stringMatching(/столбец F/)]);
  });
});

describe('XML of other programs', () => {
  const of = (xml: string) => readSeries({ sheets: [{ name: 'А', xml }], strings: STRINGS });
  const STRINGS = ['name', 'year', 'volume', 'methane', 'А'].map((text) => `<si><t>${text}</t></si>`).join('');
  const expected = { name: ['А'], year: [2024], volume: [1], methane: [2] };

  it('is read with namespace prefixes and without cell and row references', async () => {
    const header = [0, 1, 2, 3].map((at) => `<x:c t="s"><x:v>${at}</x:v></x:c>`).join('');
    const row =
      '<x:c t="s"><x:v>4</x:v></x:c><x:c><x:v>2024</x:v></x:c><x:c><x:v>1</x:v></x:c><x:c t="str"><x:v>2</x:v></x:c>';
    const xml = `<x:worksheet xmlns:x="a"><x:sheetData><x:row>${header}</x:row><x:row>${row}</x:row></x:sheetData></x:worksheet>`;
    expect(columnsOf(accepted(await of(xml)))).toEqual(expected);
  });

  it('is read with CDATA, entities, phonetic hints and escaped characters', async () => {
    const text = (inner: string) => `<c t="inlineStr"><is>${inner}</is></c>`;
    const header =
      text('<t><![CDATA[name]]></t>') +
      text('<t>ye</t><rPh><t>кана</t></rPh><r><t>ar</t></r>') +
      text('<t>volume_x000D_</t>') +
      text('<t>&#109;ethane</t>');
    const row = `<c t="s"><v>4</v></c><c><v>2024</v></c><c><f>1</f><v>1</v></c><c><v> 2 </v></c>`;
    const xml = `<worksheet><sheetData><row>${header}</row><row>${row}</row></sheetData></worksheet>`;
    expect(columnsOf(accepted(await of(xml)))).toEqual(expected);
  });

  it('is refused with rows out of order', async () => {
    const result = await of('<worksheet><sheetData><row r="5"/><row r="4"/></sheetData></worksheet>');
    expect(result).toMatchObject({ ok: false, status: 400, detail: expect.stringMatching(/не по порядку/) });
  });
});
