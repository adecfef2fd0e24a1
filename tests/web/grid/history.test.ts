import { describe, expect, it } from 'vitest';
import { withCell } from '#web/grid/edits.ts';
import { firstDifference, newHistory, redone, undone, withStep } from '#web/grid/history.ts';
import { texts, typedRows } from './rows.ts';

const rows = typedRows([['1'], ['2']]);
const at = (row: number) => ({ row, column: 0 });

describe('the history of a grid', () => {
  it('takes the keystrokes of one visit to a cell as one step', () => {
    let history = newHistory(rows);
    for (const text of ['4', '45', '456']) history = withStep(history, withCell(history.rows, at(0), text), 'visit 1');
    expect(undone(history).rows).toBe(rows);
  });

  it('takes another visit to the cell as another step', () => {
    const first = withStep(newHistory(rows), withCell(rows, at(0), '4'), 'visit 1');
    const second = withStep(first, withCell(first.rows, at(0), '5'), 'visit 2');
    expect(texts(undone(second).rows, 1)).toEqual([['4'], ['2']]);
  });

  it('redoes what was undone, until something else is done', () => {
    const history = withStep(newHistory(rows), withCell(rows, at(1), '9'));
    const back = undone(history);
    expect(redone(back).rows).toBe(history.rows);
    const other = withStep(back, withCell(rows, at(0), '7'));
    expect(redone(other)).toEqual(other);
  });

  it('stays as it is where no step is left', () => {
    const history = newHistory(rows);
    expect([undone(history).rows, redone(history).rows]).toEqual([rows, rows]);
  });

  it('keeps a bounded number of steps', () => {
    let history = newHistory(rows);
    for (let step = 0; step < 1000; step++) history = withStep(history, withCell(history.rows, at(0), String(step)));
    expect(history.past.length).toBeLessThan(500);
  });

  it('finds the cell that a step has changed, and the last row where rows are gone', () => {
    expect(firstDifference(rows, withCell(rows, at(1), 'x'))).toEqual(at(1));
    expect(firstDifference(rows, rows.slice(0, 1))).toEqual(at(0));
    expect(firstDifference(rows, rows)).toBeUndefined();
  });
});
