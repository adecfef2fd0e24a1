import { expect } from 'vitest';
import type { MethaneBalance } from '#core/inventory/methane_balance.ts';

/** The check case of the method: a mine of 1 Mt whose drained gas goes three ways. */
export const CHECK_MINE = {
  ...{ coal_t: 1e6, ef_m3_t: 18, post_mining_ef_m3_t: 2.5, drained_m3: 5e6, density_kg_m3: 0.67, gwp: 25 },
  destinations: [
    { kind: 'flare', volume_m3: 3e6, efficiency: 0.98 },
    { kind: 'engine', volume_m3: 1.5e6, efficiency: 0.995 },
    { kind: 'vented', volume_m3: 0.5e6, efficiency: 0 },
  ],
};

/** Within 1e-9 of the expected value, relative where that is above 1. */
export function near(value: number | undefined, expected: number): void {
  expect(value).toBeDefined();
  expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
}

/** Checks the balance of `CHECK_MINE`. */
export function expectCheckBalance(balance: MethaneBalance): void {
  near(balance.gross_t, 12_060);
  near(balance.post_mining_t, 1675);
  near(balance.destroyed_t, 1969.8 + 999.975);
  near(balance.ch4_t, 10_765.225);
  near(balance.co2_t, 5416.95);
  near(balance.co2e_t, 274_547.575);
  near(balance.implied_ef_m3_t, 18);
  near(balance.recovery, 5 / 18);
}
