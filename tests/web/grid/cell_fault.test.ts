import { describe, expect, it } from 'vitest';
import { badCells, cellReaders, gridFault } from '#web/grid/cell_fault.ts';
import { filledLength } from '#web/grid/rows.ts';
import { columnOf, columns, typedRows } from './rows.ts';

const x1 = columnOf('x1');
const rows = typedRows([['', '1268'], [], ['', 'много'], []]);
const faultAt = (row: number, column: number) =>
  gridFault(columns, cellReaders(columns), rows, { row, column }, filledLength(rows));

describe('the faults of a grid', () => {
  it('include a blank row above a filled one, not blank rows at the end', () => {
    expect(faultAt(1, 0)).toBe('В строке нет ни одного значения. Заполните или удалите её.');
    expect([faultAt(1, x1), faultAt(3, 0)]).toEqual([undefined, undefined]);
  });

  it('are listed row by row as they are flagged', () => {
    const listed = badCells(columns, rows, 10);
    expect(listed.map(({ row, column }) => [row, column])).toEqual([
      [1, 0],
      [2, x1],
    ]);
    expect(listed.map(({ message }) => message)).toEqual([faultAt(1, 0), faultAt(2, x1)]);
  });

  it('are counted up to the limit', () => {
    expect(badCells(columns, rows, 1)).toHaveLength(1);
  });
});
