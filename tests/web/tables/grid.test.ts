import { beforeEach, describe, expect, it } from 'vitest';
import type { Column } from '#core/calculations/definition.ts';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { keepDraft } from '#web/browser/drafts.ts';
import { badCells } from '#web/tables/cell_fault.ts';
import {
  changesOf,
  emptyRows,
  GRID_ROWS,
  jsonRows,
  storedRows,
  withBlock,
  withCell,
  withoutRow,
  withRowAfter,
} from '#web/tables/grid.ts';
import { moveOf } from '#web/tables/grid_keys.ts';
import { blockTarget } from '#web/tables/paste_target.ts';
import { keepRows, keptRows } from '#web/tables/rows_draft.ts';

const columns = Object.entries(regres_methane.table.columns) as [string, Column][];
const width = columns.length;
const place = (name: string) => columns.findIndex(([column]) => column === name);
const target = (block: string[][], name: string) => blockTarget(regres_methane, columns, block, place(name));

describe('a block that is pasted', () => {
  it('goes to the right and down from the cell; what stands right of the last column is left out', () => {
    const block = [
      ['1', '2'],
      ['3', '4'],
    ];
    const { target: to, body } = target(block, 'x15');
    const { rows, last } = withBlock(emptyRows(columns, 1), body, 0, to, width);
    expect(rows.map(({ cells }) => cells.at(-1))).toEqual(['1', '3']);
    expect(last).toEqual({ row: 1, column: width - 1 });
  });

  it('with headers goes where they say, look-alike letters and units among them; foreign columns are left out', () => {
    const block = [
      ['х7, %', 'Смена', 'x1'],
      ['39', 'первая', '1268'],
    ];
    const { target: to, body, hasHeaders } = target(block, 'x2');
    expect([hasHeaders, to]).toEqual([true, [place('x7'), undefined, place('x1')]]);
    expect(body).toEqual([['39', 'первая', '1268']]);
  });

  it('of numbers only has no headers, though their first row could be read as one', () => {
    expect(
      target(
        [
          ['2019', '2020'],
          ['1', '2'],
        ],
        'x1',
      ).hasHeaders,
    ).toBe(false);
  });

  it('larger than the grid says how many rows found no room', () => {
    const block = Array.from({ length: GRID_ROWS + 2 }, () => ['1']);
    const { rows, left } = withBlock(emptyRows(columns, 3), block, 0, [1], width);
    expect([rows.length, left]).toEqual([GRID_ROWS, 2]);
  });
});

describe('rows', () => {
  it('travel as numbers, texts where they cannot be read, null where blank', () => {
    const typed = ['1 234,5', 'много', ''].reduce(
      (rows, text, at) => withCell(rows, { row: 0, column: place('x1') + at }, text),
      emptyRows(columns, 1),
    );
    expect(jsonRows(columns, typed)[0]).toMatchObject({ x1: 1234.5, x2: 'много', x7: null });
  });

  it('of the server are sent if they differ, without id if they are new; the ids of the missing are named', () => {
    const before = storedRows(columns, [
      { id: 1, x1: 0.1 + 0.2 },
      { id: 2, x1: 5 },
      { id: 3, x1: 7 },
    ]);
    expect(changesOf(before, before)).toEqual({ changed: [], deleted: [] });
    const edited = withoutRow(withCell(before, { row: 1, column: place('x1') }, '6'), 2, width);
    const added = withCell(withRowAfter(edited, 1, width), { row: 2, column: place('x1') }, '8');
    const { changed, deleted } = changesOf(before, added);
    expect(jsonRows(columns, changed)).toMatchObject([{ id: 2, x1: 6 }, { x1: 8 }]);
    expect(jsonRows(columns, changed)[1]).not.toHaveProperty('id');
    expect(deleted).toEqual([3]);
    expect(jsonRows(columns, before)[0]?.x1, 'back to the same bits').toBe(0.1 + 0.2);
  });

  it('never run out: the last one deleted leaves an empty one', () => {
    expect(withoutRow(emptyRows(columns, 1), 0, width)).toHaveLength(1);
  });

  it('have bad cells by place and message; what the server gave has no fault for its decimals', () => {
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

  it('comes back with ids and with what the server gave', () => {
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

  it('too large to keep leaves nothing half kept', () => {
    keepRows('draft:test', emptyRows(columns, 1));
    const huge = withCell(emptyRows(columns, 1), { row: 0, column: 0 }, 'х'.repeat(2_000_000));
    expect(keepRows('draft:test', huge)).toBe(false);
    expect(keptRows('draft:test', width)).toBeNull();
  });

  it('left by an older release is passed over', () => {
    keepDraft('draft:test:rows', [{ cells: 'x' }]);
    expect(keptRows('draft:test', width)).toBeNull();
  });
});

describe('a key in the grid', () => {
  const size = { rows: 5, columns: 3, perPage: 3 };
  const here = { row: 1, column: 1 };
  const key = (name: string, keys: object = {}, caret = { value: 'ab', selectionStart: 0, selectionEnd: 2 }) =>
    moveOf({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...keys }, caret, here, size);
  const inside = { value: 'ab', selectionStart: 1, selectionEnd: 1 };

  it.each([
    ['Enter', {}, { row: 2, column: 1 }],
    ['Enter', { shiftKey: true }, { row: 0, column: 1 }],
    ['ArrowUp', {}, { row: 0, column: 1 }],
    ['ArrowDown', {}, { row: 2, column: 1 }],
    ['ArrowLeft', {}, { row: 1, column: 0 }],
    ['ArrowRight', {}, { row: 1, column: 2 }],
    ['Home', {}, { row: 1, column: 0 }],
    ['End', {}, { row: 1, column: 2 }],
    ['Home', { ctrlKey: true }, { row: 0, column: 0 }],
    ['End', { ctrlKey: true }, { row: 4, column: 2 }],
    ['PageDown', {}, { row: 4, column: 1 }],
  ])('%s %o leads to %o', (name, keys, to) => {
    expect(key(name, keys)).toEqual(to);
  });

  it.each(['ArrowLeft', 'ArrowRight', 'Home', 'End'])('%s inside a text stays in it', (name) => {
    expect(key(name, {}, inside)).toBeUndefined();
  });

  it('with Shift selects in the text', () => expect(key('ArrowRight', { shiftKey: true })).toBeUndefined());
});
