import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RowWindow } from '../components/Table.tsx';

/** Heights before a row is measured, px, as the style sheet has them. */
const ROW_HEIGHT = 37;
const HEAD_HEIGHT = 34;

/** Rows that are drawn above and below those in sight, so that a quick turn of the wheel shows no gap. */
const MARGIN = 12;

interface RowsInViewOptions<Row> {
  readonly rows: readonly Row[];
  /** Whether a heading is above the row. */
  readonly hasHead: (index: number) => boolean;
  /** Rows that stay in the document wherever the page is scrolled to: focus must not be lost with them. */
  readonly pinned: readonly (string | undefined)[];
}

/** The rows of a long table that are drawn while the page scrolls: those in sight and those pinned. */
export function useRowsInView<Row extends { readonly id: string }>({ rows, hasHead, pinned }: RowsInViewOptions<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // What stands above the table may grow at any time.
  useLayoutEffect(() => {
    const body = frame.current?.querySelector('tbody');
    if (body) setScrollMargin(Math.round(body.getBoundingClientRect().top + window.scrollY));
  });
  const rangeExtractor = useCallback(
    (range: Range) => {
      const kept = pinned.flatMap((id) => {
        const index = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
        // Its neighbours are where the arrow keys lead to.
        return index < 0 ? [] : [index - 1, index, index + 1];
      });
      const drawn = new Set([...defaultRangeExtractor(range), ...kept]);
      return [...drawn].filter((index) => index >= 0 && index < rows.length).sort((one, other) => one - other);
    },
    [rows, pinned],
  );
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: (index) => ROW_HEIGHT + (hasHead(index) ? HEAD_HEIGHT : 0),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: MARGIN,
    scrollMargin,
    rangeExtractor,
    measureElement: heightWithHead,
  });
  const items = virtualizer.getVirtualItems();
  const end = items.at(-1)?.end ?? scrollMargin;
  const window_: RowWindow = {
    count: rows.length,
    gapBefore: (index) => (items[index]?.start ?? 0) - (items[index - 1]?.end ?? scrollMargin),
    gapAfter: virtualizer.getTotalSize() - (end - scrollMargin),
  };
  const drawn = items.flatMap(({ index }) => rows[index] ?? []);
  return { frame, drawn, window: window_, measure: virtualizer.measureElement };
}

/** Height of a row and of the heading above it, px. */
function heightWithHead(row: HTMLTableRowElement): number {
  const above = row.previousElementSibling;
  const head = above instanceof HTMLElement && above.dataset.groupHead !== undefined ? above : undefined;
  return row.getBoundingClientRect().height + (head?.getBoundingClientRect().height ?? 0);
}
