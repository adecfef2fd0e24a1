import { type RefObject, useEffect, useState } from 'react';

/** Height of a row with its line, px, as the style sheet has it. */
export const ROW_HEIGHT = 36;

/**
 * Rows that are drawn above and below those in sight, so that a quick turn of the wheel shows no
 * gap.
 */
const MARGIN = 8;

/** A row that is drawn, or the room of rows that are not. */
export type Slot = { readonly kind: 'row'; readonly row: number } | { readonly kind: 'gap'; readonly rows: number };

/**
 * The rows `first`…`end` (not included) and the row `pinned` of `count` rows, with gaps for the
 * others.
 */
export function slotsOf(first: number, end: number, pinned: number, count: number): Slot[] {
  const drawn = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (pinned < first) drawn.unshift(pinned);
  if (pinned >= end) drawn.push(pinned);
  const slots: Slot[] = [];
  let next = 0;
  for (const row of drawn.filter((row) => row >= 0 && row < count)) {
    if (row > next) slots.push({ kind: 'gap', rows: row - next });
    slots.push({ kind: 'row', row });
    next = row + 1;
  }
  if (next < count) slots.push({ kind: 'gap', rows: count - next });
  return slots;
}

/** The rows of a scrolled list that are drawn: those in sight with a margin. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number) {
  const [view, setView] = useState({ top: 0, height: window.innerHeight });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight || window.innerHeight });
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller]);
  const rowsInView = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1);
  const first = Math.max(0, Math.min(Math.floor(view.top / ROW_HEIGHT), count - rowsInView) - MARGIN);
  return { first, end: Math.min(count, first + rowsInView + 2 * MARGIN + 2), rowsInView };
}
