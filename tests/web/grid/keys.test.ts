import { describe, expect, it } from 'vitest';
import { redone, undone } from '#web/grid/history.ts';
import { commandOf, type PressedKey } from '#web/grid/keys.ts';
import { cellSelection, type Selection } from '#web/grid/selection.ts';
import { typedRows } from './rows.ts';

const cell = (row: number, column: number) => ({ row, column });
// Filled: two runs of the first column with a gap between them.
const rows = typedRows([['1', 'a', 'b'], ['2', ''], [''], [''], ['5'], ['6']]);
const whole = { value: 'ab', selectionStart: 0, selectionEnd: 2 };
const inside = { value: 'ab', selectionStart: 1, selectionEnd: 1 };

interface Given {
  readonly selection?: Selection;
  readonly caret?: typeof whole;
  readonly enterColumn?: number;
}

function press(text: string, { selection = cellSelection(cell(1, 1)), caret = whole, enterColumn }: Given = {}) {
  const parts = text.split('+');
  const key = parts.at(-1) ?? '';
  const pressed: PressedKey = {
    key: key === 'Space' ? ' ' : key.toLowerCase(),
    code: `Key${key}`,
    ctrlKey: parts.includes('Ctrl'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    metaKey: false,
    ...(key.length > 1 && key !== 'Space' && { key, code: key }),
  };
  return commandOf(pressed, caret, { rows, columns: 3, perPage: 3, selection, enterColumn });
}

const moved = (to: object) => ({ kind: 'select', selection: cellSelection(to as { row: number; column: number }) });
const extended = (row: number, column: number) => ({
  kind: 'select',
  selection: { anchor: cell(1, 1), focus: cell(row, column) },
});

describe('a key in a cell whose whole text is selected', () => {
  it.each([
    ['Enter', cell(2, 1)],
    ['Shift+Enter', cell(0, 1)],
    ['ArrowUp', cell(0, 1)],
    ['ArrowDown', cell(2, 1)],
    ['ArrowLeft', cell(1, 0)],
    ['ArrowRight', cell(1, 2)],
    ['Home', cell(1, 0)],
    ['End', cell(1, 2)],
    ['PageDown', cell(4, 1)],
    ['PageUp', cell(0, 1)],
    ['Ctrl+Home', cell(0, 0)],
    ['Ctrl+End', cell(5, 2)],
  ])('%s moves to %o', (key, to) => {
    expect(press(key)).toEqual(moved(to));
  });

  it.each([
    ['Shift+ArrowUp', 0, 1],
    ['Shift+ArrowDown', 2, 1],
    ['Shift+ArrowLeft', 1, 0],
    ['Shift+ArrowRight', 1, 2],
    ['Shift+Home', 1, 0],
    ['Shift+End', 1, 2],
    ['Shift+PageDown', 4, 1],
    ['Ctrl+Shift+Home', 0, 0],
    ['Ctrl+Shift+End', 5, 2],
  ])('%s extends the selection to row %i, column %i', (key, row, column) => {
    expect(press(key)).toEqual(extended(row, column));
  });

  it('Ctrl+ArrowDown moves to the end of the filled cells, then over the gap, then to the last row', () => {
    const from = (row: number) => press('Ctrl+ArrowDown', { selection: cellSelection(cell(row, 0)) });
    expect([from(0), from(1), from(4), from(5)]).toEqual([cell(1, 0), cell(4, 0), cell(5, 0), cell(5, 0)].map(moved));
  });

  it('Ctrl+Shift+ArrowRight extends to the edge of the data', () => {
    expect(press('Ctrl+Shift+ArrowRight', { selection: cellSelection(cell(0, 0)) })).toEqual({
      kind: 'select',
      selection: { anchor: cell(0, 0), focus: cell(0, 2) },
    });
  });

  it('Tab moves right, and Enter returns to the column where Tab began', () => {
    expect(press('Tab')).toEqual({ ...moved(cell(1, 2)), enterColumn: 1 });
    expect(press('Enter', { selection: cellSelection(cell(1, 2)), enterColumn: 1 })).toEqual(moved(cell(2, 1)));
  });

  it('Tab in the last column and Shift+Tab in the first leave the grid', () => {
    expect(press('Tab', { selection: cellSelection(cell(1, 2)) })).toBeUndefined();
    expect(press('Shift+Tab', { selection: cellSelection(cell(1, 0)) })).toBeUndefined();
  });

  it('Enter in the last row adds a row', () => {
    expect(press('Enter', { selection: cellSelection(cell(5, 1)) })).toEqual({ kind: 'append', column: 1 });
  });

  it('Shift+Space selects the row, Ctrl+A the table', () => {
    expect(press('Shift+Space')).toEqual({ kind: 'select', selection: { anchor: cell(1, 2), focus: cell(1, 0) } });
    expect(press('Ctrl+A')).toEqual({ kind: 'select', selection: { anchor: cell(5, 2), focus: cell(0, 0) } });
  });

  it.each([
    ['Ctrl+Z', { kind: 'step', step: undone }],
    ['Ctrl+Y', { kind: 'step', step: redone }],
    ['Ctrl+Shift+Z', { kind: 'step', step: redone }],
    ['Ctrl+D', { kind: 'fillDown' }],
    ['F2', { kind: 'edit' }],
    ['Escape', { kind: 'revert' }],
  ])('%s triggers %o', (key, command) => {
    expect(press(key)).toEqual(command);
  });

  it('Delete clears a block; in one cell the text field handles it', () => {
    expect(press('Delete', { selection: { anchor: cell(0, 0), focus: cell(1, 1) } })).toEqual({ kind: 'clear' });
    expect(press('Delete')).toBeUndefined();
  });

  it.each(['A', '1', 'Ctrl+C', 'Ctrl+V', 'Alt+ArrowDown'])('%s is left to the browser', (key) => {
    expect(press(key)).toBeUndefined();
  });
});

describe('a key with the caret within the text', () => {
  it.each(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Shift+ArrowRight', 'Ctrl+ArrowLeft', 'Ctrl+A'])(
    '%s stays in the text',
    (key) => expect(press(key, { caret: inside })).toBeUndefined(),
  );

  it.each([
    ['ArrowDown', 2],
    ['ArrowUp', 0],
  ])('%s leaves the cell', (key, row) => expect(press(key, { caret: inside })).toEqual(moved(cell(row, 1))));

  it('ArrowRight at the end of the text leaves the cell', () => {
    expect(press('ArrowRight', { caret: { ...inside, selectionStart: 2, selectionEnd: 2 } })).toEqual(
      moved(cell(1, 2)),
    );
  });
});
