import { describe, expect, it } from 'vitest';
import { regres_methane } from '#core/calculations/regres_methane.ts';
import { filledDown, withCell, withoutRows, withPasted, withRowsInserted, withTexts } from '#web/grid/edits.ts';
import { blockTarget } from '#web/grid/paste_target.ts';
import { emptyRows, GRID_ROWS } from '#web/grid/rows.ts';
import { blockText } from '#web/grid/selection.ts';
import { columnOf, columns, texts, typedRows, width } from './rows.ts';

const target = (block: string[][], name: string) => blockTarget(regres_methane, columns, block, columnOf(name));
const block = (top: number, bottom: number, left = 0, right = left) => ({ top, bottom, left, right });

describe('a pasted block', () => {
  it('is inserted to the right and down; columns beyond the last one are dropped', () => {
    const { target: to, body } = target(
      [
        ['1', '2'],
        ['3', '4'],
      ],
      'x15',
    );
    const pasted = withPasted(emptyRows(columns, 1), body, 0, to, width);
    expect(pasted.rows.map(({ cells }) => cells.at(-1))).toEqual(['1', '3']);
    expect(pasted.block).toEqual(block(0, 1, width - 1));
  });

  it('with headers is matched to columns, despite look-alike letters and units; unknown columns are dropped', () => {
    const {
      target: to,
      body,
      hasHeaders,
    } = target(
      [
        ['х7, %', 'Смена', 'x1'],
        ['39', 'первая', '1268'],
      ],
      'x2',
    );
    expect([hasHeaders, to]).toEqual([true, [columnOf('x7'), undefined, columnOf('x1')]]);
    expect(body).toEqual([['39', 'первая', '1268']]);
  });

  it('of numbers has no headers, even if its first row could be years', () => {
    const years = [
      ['2019', '2020'],
      ['1', '2'],
    ];
    expect(target(years, 'x1').hasHeaders).toBe(false);
  });

  it('larger than the grid reports how many rows do not fit', () => {
    const large = Array.from({ length: GRID_ROWS + 2 }, () => ['1']);
    const { rows, left } = withPasted(emptyRows(columns, 3), large, 0, [1], width);
    expect([rows.length, left]).toEqual([GRID_ROWS, 2]);
    const below = withPasted(emptyRows(columns, 3), large, 1, [1], width);
    expect([below.rows.length, below.left]).toEqual([GRID_ROWS, 3]);
  });
});

describe('a block edit', () => {
  const rows = typedRows([
    ['1', 'a'],
    ['2', 'b'],
    ['3', 'c'],
  ]);

  it('fills the first row of a selection down', () => {
    expect(texts(filledDown(rows, block(0, 2, 0, 1)), 2)).toEqual([
      ['1', 'a'],
      ['1', 'a'],
      ['1', 'a'],
    ]);
  });

  it('fills one selected row from the row above, as Ctrl+D does in Excel', () => {
    expect(texts(filledDown(rows, block(2, 2, 1)), 2)[2]).toEqual(['3', 'b']);
  });

  it('keeps the row objects outside the block, which the history shares', () => {
    const next = withTexts(rows, block(1, 1), () => '');
    expect([next[0] === rows[0], next[1] === rows[1], next[2] === rows[2]]).toEqual([true, false, true]);
  });

  it('inserts empty rows with new keys', () => {
    const next = withRowsInserted(rows, 1, 2, width);
    expect(texts(next, 1)).toEqual([['1'], [''], [''], ['2'], ['3']]);
    expect(new Set(next.map(({ key }) => key)).size).toBe(5);
  });

  it('inserts at most the rows that fit', () => {
    expect(withRowsInserted(emptyRows(columns, GRID_ROWS - 1), 0, 5, width)).toHaveLength(GRID_ROWS);
  });

  it('leaves one empty row when all rows are deleted', () => {
    expect(texts(withoutRows(rows, block(0, 2), width), 2)).toEqual([['', '']]);
  });

  it('copies a block as spreadsheets read it: tabs and lines', () => {
    expect(blockText(rows, block(0, 1, 0, 1))).toBe('1\ta\r\n2\tb');
  });

  it('changes a single cell', () => {
    expect(texts(withCell(rows, { row: 1, column: 1 }, 'x'), 2)[1]).toEqual(['2', 'x']);
  });
});
