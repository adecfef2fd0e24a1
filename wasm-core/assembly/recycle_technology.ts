// The decision table of methane utilisation: concentration × flow → technology. Thirty rows without
// a gap or an overlap.
// Concentration limits: UNECE Best Practice Guidance (ECE Energy Series № 47) and the safety rules
// of coal mines; flow limits are engineering steps (about 0.2, 1 and 4 MW of electric power and one
// oxidiser module), a proposal, not a norm.

import { write } from './result_buffer';

const COLUMNS: i32 = 5;

// metan_from %, metan_to %, a_metan_from m³/min, a_metan_to m³/min, technology. A range includes
// its lower end and excludes its upper one.
// biome-ignore format: a row of the table is a line
const RULES: StaticArray<f64> = [
  0, 0.1, 0, Infinity, 1,
  0.1, 0.2, 0, 2, 1,
  0.1, 0.2, 2, Infinity, 2,
  0.2, 1.2, 0, 2, 3,
  0.2, 1.2, 2, 20, 4,
  0.2, 1.2, 20, Infinity, 5,
  1.2, 3.5, 0, 2, 6,
  1.2, 3.5, 2, Infinity, 7,
  3.5, 5, 0, Infinity, 8,
  5, 15, 0, Infinity, 9,
  15, 25, 0, Infinity, 10,
  25, 30, 0, 1, 11,
  25, 30, 1, 5, 12,
  25, 30, 5, Infinity, 13,
  30, 50, 0, 1, 11,
  30, 50, 1, 5, 14,
  30, 50, 5, 20, 15,
  30, 50, 20, Infinity, 16,
  50, 80, 0, 1, 11,
  50, 80, 1, 5, 14,
  50, 80, 5, 20, 15,
  50, 80, 20, Infinity, 17,
  80, 95, 0, 1, 11,
  80, 95, 1, 5, 18,
  80, 95, 5, 20, 15,
  80, 95, 20, Infinity, 19,
  95, 100, 0, 1, 11,
  95, 100, 1, 5, 18,
  95, 100, 5, 20, 19,
  95, 100, 20, Infinity, 20,
];

/** Rows of the decision table. */
export function recycle_technology_rules(): i32 {
  return RULES.length / COLUMNS;
}

/**
 * Writes row `rule` (from 1): rule, technology, the limits of metan [%] and of a_metan [m³/min].
 * For an unknown rule writes 0 and NaN.
 */
export function recycle_technology_rule(rule: i32): void {
  const known = rule >= 1 && rule <= recycle_technology_rules();
  const row = (rule - 1) * COLUMNS;
  write(0, known ? rule : 0);
  write(1, known ? RULES[row + 4] : NaN);
  for (let i = 0; i < 4; i++) write(2 + i, known ? RULES[row + i] : NaN);
}

/**
 * Technology for mine methane: the row whose ranges contain both numbers, closed below and open
 * above; 100 % belongs to the last band. metan, % CH4 by volume, 0…100; a_metan, m³ of pure CH4 per
 * minute, not negative. Other values give rule 0. Writes what `recycle_technology_rule` writes.
 */
export function recycle_technology(metan: f64, a_metan: f64): void {
  const rules = recycle_technology_rules();
  for (let rule = 1; rule <= rules; rule++) {
    const row = (rule - 1) * COLUMNS;
    const inBand = metan >= RULES[row] && (metan < RULES[row + 1] || (metan === 100 && RULES[row + 1] === 100));
    if (inBand && a_metan >= RULES[row + 2] && a_metan < RULES[row + 3]) {
      recycle_technology_rule(rule);
      return;
    }
  }
  recycle_technology_rule(0);
}
