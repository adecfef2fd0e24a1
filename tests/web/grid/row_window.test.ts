import { describe, expect, it } from 'vitest';
import { type Slot, slotsOf } from '#web/grid/row_window.ts';

const total = (slots: readonly Slot[]) => slots.reduce((sum, slot) => sum + (slot.kind === 'gap' ? slot.rows : 1), 0);
const drawn = (slots: readonly Slot[]) => slots.flatMap((slot) => (slot.kind === 'row' ? [slot.row] : []));

describe('the drawn rows of a long table', () => {
  it.each([
    ['in sight', 102],
    ['far above', 3],
    ['far below', 4000],
    ['right above', 99],
    ['right below', 105],
  ])('include the focused row %s, and the gaps keep the height of all rows', (_, focused) => {
    const slots = slotsOf(100, 105, focused, 5000);
    const expected = [...new Set([100, 101, 102, 103, 104, focused])].sort((a, b) => a - b);
    expect(drawn(slots)).toEqual(expected);
    expect(total(slots)).toBe(5000);
  });

  it('of a short table are all of them', () => {
    expect(slotsOf(0, 3, 1, 3)).toEqual([0, 1, 2].map((row) => ({ kind: 'row', row })));
  });
});
