import { describe, expect, it } from 'vitest';
import { withCell } from '#web/grid/edits.ts';
import { firstDifference, newHistory, redone, undone, withStep } from '#web/grid/history.ts';
import { texts, typedRows } from './rows.ts';

const rows = typedRows([['1'], ['2']]);
const at = (row: number) => ({ row, column: 0 });

describe('undo in a grid', () => {
  it('groups the keystrokes of one visit to a cell into one step', () => {
    let history = newHistory(rows);
    for (const text of ['4', '45', '456']) history = withStep(history, withCell(history.rows, at(0), text), 'visit 1');
    expect(undone(history).rows).toBe(rows);
  });

  it('records another visit to the cell as another step', () => {
    const first = withStep(newHistory(rows), withCell(rows, at(0), '4'), 'visit 1');
    const second = withStep(first, withCell(first.rows, at(0), '5'), 'visit 2');
    expect(texts(undone(second).rows, 1)).toEqual([['4'], ['2']]);
  });

  it('redoes an undone step until another edit', () => {
    const history = withStep(newHistory(rows), withCell(rows, at(1), '9'));
    const back = undone(history);
    expect(redone(back).rows).toBe(history.rows);
    const other = withStep(back, withCell(rows, at(0), '7'));
    expect(redone(other)).toEqual(other);
  });

  it('does nothing without a step', () => {
    const history = newHistory(rows);
    expect([undone(history).rows, redone(history).rows]).toEqual([rows, rows]);
  });

  it('keeps a bounded number of steps', () => {
    let history = newHistory(rows);
    for (let step = 0; step < 1000; step++) history = withStep(history, withCell(history.rows, at(0), String(step)));
    expect(history.past.length).toBeLessThan(500);
  });

  it('moves to the changed cell, or to the last row if rows were removed', () => {
    expect(firstDifference(rows, withCell(rows, at(1), 'x'))).toEqual(at(1));
    expect(firstDifference(rows, rows.slice(0, 1))).toEqual(at(0));
    expect(firstDifference(rows, rows)).toBeUndefined();
  });
});
