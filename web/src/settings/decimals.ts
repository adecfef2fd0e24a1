import { storage } from '../browser/storage.ts';

/** Local storage key of the number of decimals that a user may type, as specified. */
export const COMMA_KEY = 'comma';

export const MAX_DECIMALS = 4;

const UNSET = { create: 4, edit: 2 } as const;

/**
 * Decimals allowed in a typed number: the stored setting within 0…4; without one, 4 on create and 2
 * on edit (as specified).
 */
export function decimalsAllowed(mode: keyof typeof UNSET): number {
  const stored = Number.parseInt(storage.get(COMMA_KEY) ?? '', 10);
  return Number.isNaN(stored) ? UNSET[mode] : Math.min(Math.max(stored, 0), MAX_DECIMALS);
}
