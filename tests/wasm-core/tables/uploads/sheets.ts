import type { Kind } from './kinds.ts';
import { group, letter, type Outcome, type Upload } from './upload.ts';
import { type MadeCell, type MadeSheet, rowXml, workbook } from './workbook_maker.ts';

const NAME = 'Данные';
/** Row of the file that the spoilt cell stands in. */
const ROW = 3;

/** Workbooks whose sheets are unusual. */
export function sheets(kind: Kind): Upload[] {
  const rows: readonly (readonly MadeCell[])[] = [kind.headers, ...kind.rows];
  const good: Outcome = { columns: kind.columns };
  const empty: Outcome = { status: 400, code: 'empty_table' };
  const hidden: Outcome = { status: 400, code: 'hidden_sheet' };
  const file =
    (...made: MadeSheet[]) =>
    () =>
      workbook({ sheets: made });
  const one = (made: Partial<MadeSheet>) => file({ name: NAME, rows, ...made });
  const from = letter(kind.target);
  return group('sheets', 'xlsx', [
    ['no sheet', file(), empty],
    ['empty sheet', one({ rows: [] }), empty],
    ['headers only', one({ rows: [kind.headers] }), empty],
    ['data on a hidden sheet only', file({ name: 'Лист1' }, { name: NAME, rows, state: 'hidden' }), hidden],
    ['data on a very hidden sheet only', file({ name: 'Лист1' }, { name: NAME, rows, state: 'veryHidden' }), hidden],
    [
      'hidden rows and columns',
      one({
        before: '<cols><col min="1" max="2" hidden="1"/></cols>',
        data: rows.map((cells, row) => rowXml(cells, row + 1).replace('<row ', '<row hidden="1" ')).join(''),
      }),
      good,
    ],
    [
      'merged cells among the data',
      one({ after: `<mergeCells count="1"><mergeCell ref="${from}2:${from}3"/></mergeCells>` }),
      { status: 400, code: 'bad_table', sheet: NAME, row: 2, column: from },
    ],
    [
      'two tables, one beside the other',
      one({ rows: rows.map((cells) => [...cells, null, ...cells]) }),
      { status: 400, code: 'bad_table', sheet: NAME, row: 1, column: letter(kind.headers.length + 1) },
    ],
    [
      '1,048,577 rows',
      one({ data: rows.map((cells, row) => rowXml(cells, row + 1)).join('') + rowXml(kind.rows[0] ?? [], 1_048_577) }),
      { status: 413, code: 'too_many_rows' },
    ],
    [
      'cell at XFD1048576',
      one({
        data: `${rows.map((cells, row) => rowXml(cells, row + 1)).join('')}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`,
      }),
      { status: 413, code: 'too_large', sheet: NAME, row: 1_048_576, column: 'XFD' },
    ],
    [
      '16,384 columns',
      one({
        rows: [[...kind.headers, ...Array.from({ length: 16_384 - kind.headers.length }, (_, i) => `столбец ${i}`)]],
      }),
      { status: 413, code: 'too_large', sheet: NAME, row: 1, column: 'IW' },
    ],
  ]);
}

/** Cells that spreadsheets can hold where a number belongs. */
export function cells(kind: Kind): Upload[] {
  const withCell =
    (cell: MadeCell, from1904 = false) =>
    () =>
      workbook({ sheets: [{ name: NAME, rows: [kind.headers, ...spoiltRows(kind, cell)] }], from1904 });
  const number = (value: number): Outcome => ({ columns: spoiltColumns(kind, value) });
  const refused: Outcome = { status: 400, code: 'bad_table', sheet: NAME, row: ROW, column: letter(kind.target) };
  const raw = (inner: string, attributes = '') => withCell({ xml: `<c r="{r}"${attributes}>${inner}</c>` });
  const allows = (value: number) => value >= (kind.headers.includes('given') ? -1e15 : 0);
  const mayBeBlank = !kind.headers.includes('volume');
  const date = (from1904: boolean) => withCell({ xml: '<c r="{r}" s="1"><v>45000</v></c>' }, from1904);
  return group('cells', 'xlsx', [
    ['formula nobody has computed', raw('<f>1+1</f>'), refused],
    ['formula with its value', raw('<f>600+7</f><v>607</v>'), number(607)],
    ['formula over another file', raw('<f>[1]Лист1!A1</f><v>607.5</v>'), number(607.5)],
    ['#DIV/0!', raw('<f>1/0</f><v>#DIV/0!</v>', ' t="e"'), refused],
    ['#N/A', raw('<v>#N/A</v>', ' t="e"'), refused],
    ['#REF!', raw('<f>#REF!</f><v>#REF!</v>', ' t="e"'), refused],
    ['date, counted from 1900', date(false), refused],
    ['date, counted from 1904', date(true), refused],
    ['logical value', raw('<v>1</v>', ' t="b"'), refused],
    ['rich text', raw('<is><r><rPr><b/></rPr><t>60</t></r><r><t>7,5</t></r></is>', ' t="inlineStr"'), number(607.5)],
    ['1,5 as text', withCell('1,5'), number(1.5)],
    ['1 234,5 with a no-break space', withCell('1\u00a0234,5'), number(1234.5)],
    ['1 234,5 with a thin space', withCell('1\u2009234,5'), number(1234.5)],
    ['1 234,5 with a narrow no-break space', withCell('1\u202f234,5'), number(1234.5)],
    ['1.5e3 as text', withCell('1.5e3'), number(1500)],
    ['full-width digits', withCell('１２３'), refused],
    ['Arabic digits', withCell('١٢٣'), refused],
    ['NaN', raw('<v>NaN</v>'), refused],
    ['1e309', raw('<v>1e309</v>'), refused],
    ['-0', raw('<v>-0</v>'), number(0)],
    ['negative', raw('<v>-5</v>'), allows(-5) ? number(-5) : refused],
    ['1e-320', raw('<v>1e-320</v>'), refused],
    ['2^53 + 1', raw('<v>9007199254740993</v>'), refused],
    ['blank in the middle', withCell(null), mayBeBlank ? number(Number.NaN) : refused],
  ]);
}

/** Tables that are read well but say what no table should, or say it in a person's way. */
export function domain(kind: Kind): Upload[] {
  const file = (rows: readonly (readonly MadeCell[])[]) => () => workbook({ sheets: [{ name: NAME, rows }] });
  const [first = [], second = [], third = []] = kind.rows;
  const { headers } = kind;
  const good: Outcome = { columns: kind.columns };
  const isSeries = kind.headers.includes('year');
  const bad = (row: number, column?: string): Outcome => ({
    status: 400,
    code: 'bad_table',
    sheet: NAME,
    row,
    ...(column !== undefined && { column }),
  });
  const time = (value: MadeCell) => [
    headers,
    first,
    second.map((cell, place) => (place === kind.time ? value : cell)),
    third,
  ];
  const dated = bad(ROW, letter(kind.time));
  const pick = (...rows: number[]): Outcome => ({
    columns: Object.fromEntries(
      Object.entries(kind.columns).map(([name, values]) => [name, rows.map((row) => values[row] ?? Number.NaN)]),
    ),
  });
  const filled: Outcome = {
    columns: {
      ...kind.columns,
      given: (kind.columns.given ?? []).map((value, row) => (row === 1 ? Number.NaN : value)),
    },
  };
  const target = headers[kind.target] ?? '';
  const cyrillic = (header: string) => `\u00a0${header.replaceAll('x', 'х').replaceAll('e', 'е').toUpperCase()} `;
  return group('domain', 'xlsx', [
    ['a year or day twice', file([headers, first, first]), isSeries ? bad(3) : pick(0, 0)],
    ['not in order', file([headers, third, first, second]), isSeries ? good : pick(2, 0, 1)],
    ['a gap', file([headers, first, third]), kind.headers.includes('given') ? filled : pick(0, 2)],
    ['year 0', file(time(isSeries ? 0 : '01.01.0000')), dated],
    ['year 99999', file(time(isSeries ? 99_999 : '01.01.99999')), dated],
    ['year as «2020г.»', file(time(isSeries ? '2020г.' : '2026г.')), isSeries ? good : dated],
    [
      'column missing',
      file([headers, first].map((cells) => cells.filter((_, place) => place !== kind.target))),
      bad(1),
    ],
    [
      'one column more',
      file([headers, first, second, third].map((cells, row) => [...cells, row === 0 ? 'Примечание' : 'да'])),
      good,
    ],
    [
      'header twice',
      file([headers, first].map((cells) => [...cells, cells[kind.target] ?? ''])),
      bad(1, letter(headers.length)),
    ],
    ['Cyrillic look-alikes and no-break spaces', file([headers.map(cyrillic), first, second, third]), good],
    [
      'another unit',
      file([headers.map((header) => (header === target ? `${target}, тыс. км` : header)), first, second, third]),
      kind.headers.includes('given') ? good : bad(1, letter(kind.target)),
    ],
  ]);
}

function spoiltRows(kind: Kind, cell: MadeCell): (readonly MadeCell[])[] {
  return kind.rows.map((row, index) =>
    index === ROW - 2 ? row.map((old, place) => (place === kind.target ? cell : old)) : row,
  );
}

function spoiltColumns(kind: Kind, value: number): Readonly<Record<string, readonly (number | string)[]>> {
  const name = kind.headers[kind.target] ?? '';
  return { ...kind.columns, [name]: (kind.columns[name] ?? []).map((old, row) => (row === ROW - 2 ? value : old)) };
}
