import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type CellRef, filledLength } from './rows.ts';
import { type Block, cellSelection, isSingle } from './selection.ts';
import type { Grid, GridModel } from './use_grid.ts';

/** The cell of an event, by the `data-cell` of the element or of one around it. */
export function cellOf(target: EventTarget): CellRef | undefined {
  const [row, column] =
    (target as Element).closest<HTMLElement>('[data-cell]')?.dataset.cell?.split(',').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

/**
 * Selection by mouse: a click selects a cell, a double click places a caret in its text, dragging
 * and Shift select a block, the handle of
 * the block fills it down. A tap focuses a cell; while `isMarking` is on, it ends the block there.
 */
export function usePointer({ columns, rows }: Pick<GridModel, 'columns' | 'rows'>, grid: Grid) {
  const { selection, block, select } = grid;
  const pointer = useRef('mouse');
  const drag = useRef<'select' | 'fill'>(undefined);
  const [isMarking, setMarking] = useState(false);
  /** Where the fill ends while the handle is dragged. */
  const [fillTo, setFillTo] = useState<number>();
  const filling: Block | undefined =
    fillTo === undefined ? undefined : { ...block, bottom: Math.max(block.bottom, fillTo) };

  const finish = useRef((): void => undefined);
  finish.current = () => {
    if (drag.current === 'fill' && filling && filling.bottom > block.bottom) {
      // Every row below the block repeats its last row, so the fill begins there.
      grid.fillDown({ ...filling, top: block.bottom });
    }
    drag.current = undefined;
    setFillTo(undefined);
  };
  useEffect(() => {
    const end = () => finish.current();
    window.addEventListener('mouseup', end);
    return () => window.removeEventListener('mouseup', end);
  }, []);

  const extendTo = (cell: CellRef) => select({ anchor: selection.anchor, focus: cell });
  return {
    filling,
    isMarking,
    setMarking,
    /**
     * Whether the last touch was none by a mouse: focusing a cell would open the keyboard of the
     * phone.
     */
    isTouch: () => pointer.current === 'touch',
    handlers: {
      onPointerDown: ({ pointerType }: PointerEvent) => {
        pointer.current = pointerType;
      },
      onMouseDown: (event: MouseEvent) => {
        const cell = cellOf(event.target);
        if (!cell || event.button !== 0) return;
        if (pointer.current === 'touch' && !isMarking) return;
        if ((event.target as Element).closest('[data-fill-handle]')) {
          event.preventDefault();
          drag.current = 'fill';
          return;
        }
        const { focus } = selection;
        drag.current = 'select';
        const isHere = isSingle(block) && cell.row === focus.row && cell.column === focus.column;
        // A caret in the text of the focused cell is moved by the browser.
        if (!event.shiftKey && isHere && hasCaret(event.target)) return;
        event.preventDefault();
        if (event.shiftKey || isMarking) extendTo(cell);
        else if (!isHere || document.activeElement !== event.target) select(cellSelection(cell));
      },
      onMouseOver: (event: MouseEvent) => {
        const cell = cellOf(event.target);
        if (!cell || !drag.current || (event.buttons & 1) === 0) return;
        if (drag.current === 'fill') return setFillTo(cell.row);
        if (cell.row !== selection.focus.row || cell.column !== selection.focus.column) extendTo(cell);
      },
      /** On a head: selects its row or column, with Shift from the anchor on. */
      onClick: ({ target, shiftKey }: MouseEvent) => {
        const { row, column } = (target as Element).closest('th')?.dataset ?? {};
        const [lastRow, lastColumn] = [rows.length - 1, columns.length - 1];
        const { anchor } = selection;
        if (row !== undefined) {
          const from = shiftKey ? anchor.row : Number(row);
          select({ anchor: { row: from, column: lastColumn }, focus: { row: Number(row), column: 0 } });
        }
        if (column !== undefined) {
          const from = shiftKey ? anchor.column : Number(column);
          select({ anchor: { row: lastRow, column: from }, focus: { row: 0, column: Number(column) } });
        }
      },
      /**
       * On the handle: fills down to the last filled row. In a cell: places a caret in its text.
       */
      onDoubleClick: ({ target }: MouseEvent) => {
        if ((target as Element).closest('[data-fill-handle]')) {
          const bottom = filledLength(rows) - 1;
          if (bottom > block.bottom) grid.fillDown({ ...block, top: block.bottom, bottom });
        } else if (target instanceof HTMLInputElement && !hasCaret(target)) {
          target.setSelectionRange(target.value.length, target.value.length);
        }
      },
    },
  };
}

/** Whether the text of a cell is being edited: less than the whole of it is selected. */
function hasCaret(target: EventTarget): boolean {
  if (!(target instanceof HTMLInputElement) || target !== document.activeElement) return false;
  return target.selectionStart !== 0 || target.selectionEnd !== target.value.length;
}

export type GridPointer = ReturnType<typeof usePointer>;
