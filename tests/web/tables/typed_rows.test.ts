import { beforeEach, describe, expect, it } from 'vitest';
import { keepDraft } from '#web/browser/drafts.ts';
import { badCells } from '#web/grid/cell_fault.ts';
import { withCell, withoutRows, withRowsInserted } from '#web/grid/edits.ts';
import { emptyRows } from '#web/grid/rows.ts';
import { keepRows, keptRows } from '#web/tables/rows_draft.ts';
import { changesOf, jsonRows, storedRows } from '#web/tables/typed_rows.ts';
import { columns, columnOf as place, width } from '../grid/rows.ts';

describe('typed rows', () => {
  it('are sent as numbers, as texts if they cannot be parsed, as null if blank', () => {
    const typed = ['1 234,5', 'много', ''].reduce(
      (rows, text, at) => withCell(rows, { row: 0, column: place('x1') + at }, text),
      emptyRows(columns, 1),
    );
    expect(jsonRows(columns, typed)[0]).toMatchObject({ x1: 1234.5, x2: 'много', x7: null });
  });

  it('are sent if they differ from the server’s, without id if new; deleted ids are listed', () => {
    const before = storedRows(columns, [
      { id: 1, x1: 0.1 + 0.2 },
      { id: 2, x1: 5 },
      { id: 3, x1: 7 },
    ]);
    expect(changesOf(before, before)).toEqual({ changed: [], deleted: [] });
    const edited = withoutRows(
      withCell(before, { row: 1, column: place('x1') }, '6'),
      { top: 2, bottom: 2, left: 0, right: 0 },
      width,
    );
    const added = withCell(withRowsInserted(edited, 2, 1, width), { row: 2, column: place('x1') }, '8');
    const { changed, deleted } = changesOf(before, added);
    expect(jsonRows(columns, changed)).toMatchObject([{ id: 2, x1: 6 }, { x1: 8 }]);
    expect(jsonRows(columns, changed)[1]).not.toHaveProperty('id');
    expect(deleted).toEqual([3]);
    expect(jsonRows(columns, before)[0]?.x1, 'back to the same bits').toBe(0.1 + 0.2);
  });

  it('report faulty cells by position and message, but never decimals of the server’s values', () => {
    const given = storedRows(columns, [{ id: 1, x1: 1.23456 }]);
    const typed = withCell(
      withCell(given, { row: 0, column: place('x2') }, '1,23456'),
      { row: 0, column: place('x7') },
      '101',
    );
    expect(badCells(columns, typed, 10)).toEqual([
      { row: 0, column: place('x2'), message: expect.stringContaining('знаков после запятой: 4') },
      { row: 0, column: place('x7'), message: expect.stringContaining('от 0 до 100 %') },
    ]);
  });
});

describe('the draft of rows', () => {
  beforeEach(() => localStorage.clear());

  it('is restored with ids and the server’s values', () => {
    const rows = withCell(
      storedRows(columns, [
        { id: 4, x1: 1 },
        { id: 5, x1: 2 },
      ]),
      { row: 0, column: place('x1') },
      '3',
    );
    expect(keepRows('draft:test', rows)).toBe(true);
    expect(keptRows('draft:test', width)).toEqual(rows);
    expect(keptRows('draft:test', width + 1), 'of another grid').toBeNull();
  });

  it('is not stored in part if it is too large', () => {
    keepRows('draft:test', emptyRows(columns, 1));
    const huge = withCell(emptyRows(columns, 1), { row: 0, column: 0 }, 'х'.repeat(2_000_000));
    expect(keepRows('draft:test', huge)).toBe(false);
    expect(keptRows('draft:test', width)).toBeNull();
  });

  it('of an older release is ignored', () => {
    keepDraft('draft:test:rows', [{ cells: 'x' }]);
    expect(keptRows('draft:test', width)).toBeNull();
  });
});
