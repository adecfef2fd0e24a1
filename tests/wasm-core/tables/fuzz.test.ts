import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';

it('every mutated file is read or refused in Russian within the time per byte of an ordinary file', {
  timeout: 120_000,
}, async () => {
  const { broken, read, refused } = await fuzz(2000, 1);
  expect(broken).toEqual([]);
  // Both must happen, or the changes are too small or too large to show anything.
  expect(read).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(500);
});
