import type { GasTotals } from '#core/contract/inventory_schema.ts';
import type { DeskGroup } from './groups.ts';
import type { DeskRow } from './rows.ts';

/** Relative difference of sums that is rounding. */
const ROUNDING = 1e-9;

/**
 * Shares of the total by id of the calculation, %. A calculation has one only where the figures of its object are the sum of its
 * calculations: where methane is destroyed or two methods overlap, a calculation alone adds no figure of its own.
 */
export function totalShares(
  all: readonly DeskRow[],
  groups: readonly DeskGroup[] | undefined,
  total: GasTotals | undefined,
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  if (!total || total.co2e_t <= 0) return shares;
  const isPlain = all.every(({ object }) => object === undefined);
  const plain = isPlain ? [all] : (groups ?? []).filter((group) => addsUp(group, all)).map(({ rows }) => rows);
  for (const row of plain.flat()) {
    if (row.emission !== undefined && row.role !== 'control') {
      shares.set(row.id, (100 * row.emission) / total.co2e_t);
    }
  }
  return shares;
}

/** Whether what a group adds to the total is the sum of its calculations. */
function addsUp({ totals, rows: [first] }: DeskGroup, all: readonly DeskRow[]): boolean {
  if (!totals || !first) return false;
  const rows = all.filter(({ object, role }) => object === first.object && role !== 'control');
  const sum = rows.reduce((partial, { emission = 0 }) => partial + emission, 0);
  return Math.abs(sum - totals.co2e_t) <= ROUNDING * Math.abs(totals.co2e_t);
}
