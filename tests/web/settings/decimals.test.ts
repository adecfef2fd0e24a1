import { beforeEach, expect, it } from 'vitest';
import { decimalsAllowed } from '#web/settings/decimals.ts';

beforeEach(() => localStorage.clear());

it.each([
  ['0', 0],
  ['3', 3],
  ['4', 4],
  ['9', 4],
  ['-1', 0],
])('the setting comma = %s allows %i decimals', (stored, allowed) => {
  localStorage.setItem('comma', stored);
  expect([decimalsAllowed('create'), decimalsAllowed('edit')]).toEqual([allowed, allowed]);
});

it.each([undefined, '', 'много', 'NaN'])(
  'the setting comma = %s allows 4 decimals on create and 2 on edit',
  (stored) => {
    if (stored !== undefined) localStorage.setItem('comma', stored);
    expect([decimalsAllowed('create'), decimalsAllowed('edit')]).toEqual([4, 2]);
  },
);
