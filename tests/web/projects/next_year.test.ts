import { describe, expect, test } from 'vitest';
import { yearAfter } from '#web/projects/next_year.ts';

describe('the year after a project', () => {
  test.each([
    ['Шахта, 2026', '2026-01-01', '2026-12-31', 'Шахта, 2027', '2027-01-01', '2027-12-31'],
    ['Шахта', '2026-01-01', '2026-12-31', 'Шахта, 2027', '2027-01-01', '2027-12-31'],
    ['План 20260', '2026-04-01', '2026-06-30', 'План 20260, 2027', '2027-04-01', '2027-06-30'],
    ['2026 год (от 2026-02-01)', '2026-02-01', '2026-02-28', '2027 год (от 2027-02-01)', '2027-02-01', '2027-02-28'],
    ['2024', '2024-02-29', '2024-02-29', '2025', '2025-02-28', '2025-02-28'],
  ])('of «%s», %s to %s', (name, start_date, end_date, ...[nextName, nextStart, nextEnd]) => {
    expect(yearAfter({ name, start_date, end_date })).toEqual({
      name: nextName,
      start_date: nextStart,
      end_date: nextEnd,
    });
  });
});
