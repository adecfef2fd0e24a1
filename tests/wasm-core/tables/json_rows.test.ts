import { describe, expect, it } from 'vitest';
import { filling_blanks } from '#core/calculations/filling_blanks.ts';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { mergeRows, readJsonRows } from '#core/tables/json_rows.ts';
import { columnsOf } from './columns_of.ts';
import { accepted, readCsv, refusals } from './read_csv.ts';

const ROW = { x1: 1, x2: 2, x7: 3, x8: 4, x12: 5, x13: 6, x15: 7 };
const read = (raw: unknown) => readJsonRows(raw, regres_methane);
const DAY = Date.UTC(2026, 0, 1) / 86_400_000;

describe('rows of a request', () => {
  it('may have numbers as text and blanks as null, empty or missing fields', () => {
    const rows = [
      { ...ROW, x1: '1 290,5', date: '2026-01-01' },
      { ...ROW, x1: null, x2: '', date: '02.01.2026' },
      { x13: 1e3 },
    ];
    const { data } = accepted(read(rows));
    expect(columnsOf(accepted(read(rows)))).toMatchObject({
      date: [DAY, DAY + 1, Number.NaN],
      x1: [1290.5, Number.NaN, Number.NaN],
      x2: [2, Number.NaN, Number.NaN],
      x13: [6, 6, 1000],
    });
    expect(Array.from(data.columns.id ?? [])).toEqual([1, 2, 3]);
  });

  it('without any value are refused with their numbers, not dropped', () => {
    expect(refusals(read([{}, { ...ROW, x1: 1 }, { x1: null, x2: ' ', id: 9 }, { ...ROW, x1: 2 }, {}]))).toEqual(
      [1, 3, 5].map((row) => expect.stringMatching(new RegExp(`^${row} : Строка пуста`))),
    );
    const { data } = accepted(read([ROW]));
    expect(refusals(mergeRows(data, [{}, { ...ROW, x1: 3 }], undefined, regres_methane))).toEqual([
      expect.stringMatching(/^1 : Строка пуста/),
    ]);
    const emptied = Object.fromEntries(Object.keys(ROW).map((name) => [name, null]));
    expect(refusals(mergeRows(data, [{ id: 1, ...emptied }], undefined, regres_methane))).toEqual([
      expect.stringMatching(/^1 : Строка пуста/),
    ]);
  });

  it('with dates only are refused: there is nothing to compute', () => {
    const days = Array.from({ length: 28 }, (_, day) => ({ date: `2026-02-${String(day + 1).padStart(2, '0')}` }));
    expect(read(days)).toMatchObject({
      ok: false,
      code: 'empty_table',
      detail: expect.stringContaining('ни одного числа'),
    });
    const { data } = accepted(read([...days, ROW]));
    expect(data.count).toBe(29);
  });

  it('are refused if no row names a needed column, as a file without its header is', async () => {
    const { x7: _, ...rest } = ROW;
    const refused = refusals(read([rest, { ...rest, x1: 10 }]));
    expect(refused).toEqual([
      expect.stringMatching(/^ x7: Нет столбца «Концентрация метана .*, %»: .*нет поля «x7»\. Добавьте/),
    ]);
    const file = await readCsv(`${Object.keys(rest).join(';')}\n1;2;4;5;6;7\n`, regres_methane);
    expect(refusals(file)).toEqual([expect.stringContaining('Нет столбца «Концентрация метана')]);
    expect(accepted(read([{ ...rest, x7: null }])).data.columns.x7).toEqual(Float64Array.of(Number.NaN));
    const blank = await readCsv(`x7;${Object.keys(rest).join(';')}\n;1;2;4;5;6;7\n`, regres_methane);
    expect(accepted(blank).data.columns.x7).toEqual(Float64Array.of(Number.NaN));
  });

  it('get new ids and lose forged results', () => {
    const { data } = accepted(read([{ ...ROW, id: 77, result: 9 }]));
    expect(Object.keys(data.columns)).toEqual(['id', ...Object.keys(ROW)]);
    expect(data.columns.id?.[0]).toBe(1);
  });

  it.each<[unknown, RegExp]>([
    ['много', /Это не число/],
    [-1, /Допустимо от 0/],
    [true, /Логическое значение/],
    [{ a: 1 }, /Это не число/],
    [[1], /Это не число/],
    [Number.NaN, /Это не число/],
    [Number.POSITIVE_INFINITY, /слишком велико/],
    ['1e400', /слишком велико/],
  ])('with x1 = %j are refused by row and column', (x1, message) => {
    const faults = refusals(read([ROW, { ...ROW, x1 }]));
    expect(faults).toEqual([expect.stringMatching(/^2 x1: /)]);
    expect(faults[0]).toMatch(message);
  });

  it('with an unknown column are refused, whatever its name', () => {
    const odd = JSON.parse('{"x1": 1, "x3": 2, "__proto__": {"x": 1}, "constructor": 1, "toString": 1}');
    expect(refusals(read([ROW, odd]))).toEqual(
      ['x3', '__proto__', 'constructor', 'toString'].map((name) =>
        expect.stringMatching(new RegExp(`^2 ${name}: Такого столбца`)),
      ),
    );
  });

  it.each([[undefined], [null], [[]]])('must not be empty (%j)', (raw) => {
    expect(read(raw)).toMatchObject({ ok: false, status: 400, code: 'empty_table' });
  });

  it.each([['text'], [{}], [5], [true]])('must be a list, not %j', (raw) => {
    expect(read(raw)).toMatchObject({ ok: false, status: 400, code: 'bad_table' });
  });

  it('must be objects; others are refused with their numbers', () => {
    expect(refusals(read([ROW, 5, null, [1]]))).toEqual(
      [2, 3, 4].map((row) => expect.stringMatching(new RegExp(`^${row} : `))),
    );
  });

  it('are refused with the names of required blank columns', () => {
    const result = readJsonRows([{ name: 'А', year: 2024, given: 1 }, { year: 2025 }], filling_blanks);
    expect(refusals(result)).toEqual([expect.stringMatching(/^2 name: Ячейка пуста/)]);
  });
});

describe('changes to rows', () => {
  const current = accepted(read([ROW, { ...ROW, x1: 10 }, { ...ROW, x1: 100 }])).data;
  const merge = (changed: unknown, deleted?: unknown) => mergeRows(current, changed, deleted, regres_methane);
  const shown = (changed: unknown, deleted?: unknown) => {
    const { data } = accepted(merge(changed, deleted));
    return [Array.from(data.columns.id ?? []), Array.from(data.columns.x1 ?? [])];
  };

  it('update by id: a missing field is kept, null clears the cell', () => {
    expect(shown([{ id: 2, x1: '11,5' }])).toEqual([
      [1, 2, 3],
      [1, 11.5, 100],
    ]);
    const { data } = accepted(merge([{ id: 2, x1: null }]));
    expect([data.columns.x1?.[1], data.columns.x2?.[1]]).toEqual([Number.NaN, 2]);
  });

  it('append with the next ids, and ids of deleted rows are not reused', () => {
    expect(
      shown(
        [
          { ...ROW, x1: 5 },
          { ...ROW, x1: 6 },
        ],
        [1],
      ),
    ).toEqual([
      [2, 3, 4, 5],
      [10, 100, 5, 6],
    ]);
    expect(shown([{ ...ROW, x1: 5 }], [3])).toEqual([
      [1, 2, 4],
      [1, 10, 5],
    ]);
  });

  it('may add a column that the table lacks', () => {
    expect(columnsOf(accepted(merge([{ id: 1, date: '2026-01-01' }]))).date).toEqual([DAY, Number.NaN, Number.NaN]);
  });

  it('do not modify the previous table', () => {
    shown([{ id: 1, x1: 55 }], [2]);
    expect(Array.from(current.columns.x1 ?? [])).toEqual([1, 10, 100]);
  });

  it('are refused for a missing or repeated id', () => {
    expect(refusals(merge([{ id: 9, x1: 1 }, { id: '1', x1: 1 }, { id: 1.5 }]))).toEqual(
      [1, 2, 3].map((row) => expect.stringMatching(new RegExp(`^${row} id: Строки с этим номером нет`))),
    );
    expect(
      refusals(
        merge([
          { id: 1, x1: 1 },
          { id: 1, x1: 2 },
        ]),
      ),
    ).toEqual([expect.stringMatching(/^2 id: .*уже есть/)]);
    expect(refusals(merge([], [9]))).toEqual([expect.stringMatching(/Строки с этим номером нет/)]);
    expect(merge([], [1, 2, 3])).toMatchObject({ ok: false, code: 'empty_table' });
    expect(merge([], 'все')).toMatchObject({ ok: false, code: 'bad_table' });
  });
});
