// Metrics of a predicted column. The tree engine computes the prediction (`trees/`).

import { at } from './column';
import { write } from './result_buffer';

/**
 * Metrics of a column of predicted concentrations: writes the count of rows, the maximum (NaN
 * without rows) and the count above `limit`. result: address of f64[rows], CH4 in % by volume, NaN
 * for a missing value; limit in the same unit.
 */
export function regres_methane(rows: i32, result: usize, limit: f64): void {
  let highest: f64 = NaN;
  let above = 0;
  for (let row = 0; row < rows; row++) {
    const value = at(result, row);
    if (!(value <= highest)) highest = isNaN(value) ? highest : value;
    if (value > limit) above++;
  }
  write(0, rows);
  write(1, highest);
  write(2, above);
}
