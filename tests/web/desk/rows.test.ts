import { describe, expect, test } from 'vitest';
import type { ListedCalculation } from '#core/contract/calculation.ts';
import { copyName } from '#web/desk/copy_calculation.ts';
import { type DeskRow, deskRow, foundRows, orderedRows } from '#web/desk/rows.ts';

const listed = (type: string, name: string, fields: object = {}) =>
  ({
    id: name,
    type,
    name,
    updated_at: '2026-01-01T00:00:00.000Z',
    editor: 'Ким Анна',
    ...fields,
  }) as ListedCalculation;

const row = (type: string, name: string, fields: object = {}) => deskRow(listed(type, name, fields)) as DeskRow;

const names = (rows: readonly DeskRow[]) => rows.map(({ name }) => name);

const ROWS = [
  row('filling_blanks', 'Добыча', { rows_count: 55 }),
  row('open_mining_co2', 'Дизель', { volume: 26, ef: '3.149000', res_co2: 81.874 }),
  row('open_mining_co2', 'Бензин ёмкости', { volume: 7, ef: '3.026000', res_co2: 21.182 }),
  row('underground_emission_ch4', 'Пласт 48', { volume: 1000, ef: '10.000000', res_ch4_to_co2: 167_500 }),
];

describe('a row of the desk', () => {
  test('shows the activity data with its unit and the emissions', () => {
    expect([ROWS[1]?.activity, ROWS[1]?.emission]).toEqual(['26 т', 81.874]);
  });

  test('shows the row count of a table and no emissions for types without them', () => {
    expect([ROWS[0]?.activity, ROWS[0]?.emission]).toEqual(['55 строк', undefined]);
  });

  test('is omitted for an unknown calculation type', () => {
    expect(deskRow(listed('a_later_type', 'Новый вид'))).toBeUndefined();
  });
});

describe('the desk', () => {
  test('sorts by type in menu order, then by emissions in descending order', () => {
    expect(names(orderedRows(ROWS, 'source'))).toEqual(['Пласт 48', 'Дизель', 'Бензин ёмкости', 'Добыча']);
  });

  test('puts calculations without emissions last when sorted by emissions', () => {
    expect(names(orderedRows(ROWS, 'emission'))).toEqual(['Пласт 48', 'Дизель', 'Бензин ёмкости', 'Добыча']);
  });

  test('sorts by name', () => {
    expect(names(orderedRows(ROWS, 'name'))).toEqual(['Бензин ёмкости', 'Дизель', 'Добыча', 'Пласт 48']);
  });

  test.each([
    ['дизель', ['Дизель']],
    ['емкости бензин', ['Бензин ёмкости']],
    ['пропусков', ['Добыча']],
    ['  ', ['Добыча', 'Дизель', 'Бензин ёмкости', 'Пласт 48']],
    ['нет такого', []],
  ])('finds «%s» in names and types, ignoring case', (search, found) => {
    expect(names(foundRows(ROWS, search))).toEqual(found);
  });
});

describe('the name of a copy', () => {
  test.each([
    ['Дизель', [], 'Дизель (копия)'],
    ['Дизель', ['Дизель (копия)'], 'Дизель (копия 2)'],
    ['Дизель (копия)', ['Дизель (копия)'], 'Дизель (копия 2)'],
    ['я'.repeat(200), [], `${'я'.repeat(192)} (копия)`],
  ])('of «%s» beside %j', (name, taken, copy) => {
    expect(
      copyName(
        name,
        taken.map((one) => ({ name: one })),
      ),
    ).toBe(copy);
  });
});
