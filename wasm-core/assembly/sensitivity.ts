// Emissions of coal mining by year, their elasticities by coal and by methane, and the causes of
// their yearly change.

import { at, put } from './column';
import { CH4_DENSITY, GWP_CH4 } from './constants';
import { decompose, intensityPart, volumePart } from './decomposition';
import { write } from './result_buffer';

/** Relative step of the central difference. */
const STEP: f64 = 0.01;

/**
 * CO2 equivalent of methane: E = V·m·ρ·G/1000 [t].
 * volume V, t of coal; methane m, m³ CH4/t; ρ = CH4_DENSITY, kg/m³; G = GWP_CH4. IPCC 2006, vol. 2,
 * ch. 4, eq. 4.1.3, 4.1.4. The factors are multiplied in the order of `underground_emission_ch4`,
 * so both give the same bits.
 */
function equivalent(volume: f64, methane: f64): f64 {
  return (volume * methane * CH4_DENSITY * GWP_CH4) / 1000;
}

/** Mining and handling together: E(V, m, e) = E(V, m) + E(V, e) [t CO2-eq]; ef e, m³ CH4/t. */
function total(volume: f64, methane: f64, ef: f64): f64 {
  return equivalent(volume, methane) + equivalent(volume, ef);
}

/**
 * Elasticity of E by central difference: S(x) = [E(x + 1 %) − E(x − 1 %)]/(0.02·E), without unit;
 * NaN where E = 0. more, less E at x + 1 % and x − 1 %; e E at x, t CO2-eq. A proposal of this
 * product, not a norm.
 */
function elasticity(more: f64, less: f64, e: f64): f64 {
  return e === 0 ? NaN : (more - less) / (2 * STEP * e);
}

/**
 * Emissions of one object by year [t CO2-eq]: E₁ = V·m·ρ·G/1000 of mining, E₂ = V·e·ρ·G/1000 of
 * handling, E = E₁ + E₂; elasticities of E by V and by m; the change of E since the year before and
 * its parts by V and by m (LMDI-I), NaN where the row before is not the previous year.
 * years, volume V [t of coal], methane m [m³ CH4/t]: addresses of f64[rows], ascending by year; ef
 * e, m³ CH4/t of coal handled.
 * results: address of the first of eight columns, `stride` bytes apart, in the order of the
 * definition. Writes the number of rows whose previous year is missing although the object has an
 * earlier one.
 */
export function sensitivity(
  rows: i32,
  years: usize,
  volume: usize,
  methane: usize,
  ef: f64,
  results: usize,
  stride: usize,
): void {
  let broken = 0;
  for (let row = 0; row < rows; row++) {
    const v = at(volume, row);
    const m = at(methane, row);
    const e = total(v, m, ef);
    put(results, row, equivalent(v, m));
    put(results + stride, row, equivalent(v, ef));
    put(results + 2 * stride, row, e);
    put(results + 3 * stride, row, elasticity(total(v * (1 + STEP), m, ef), total(v * (1 - STEP), m, ef), e));
    put(results + 4 * stride, row, elasticity(total(v, m * (1 + STEP), ef), total(v, m * (1 - STEP), ef), e));
    const follows = row > 0 && at(years, row) - at(years, row - 1) === 1;
    if (row > 0 && !follows) broken++;
    if (follows) {
      const v0 = at(volume, row - 1);
      const m0 = at(methane, row - 1);
      const e0 = total(v0, m0, ef);
      decompose(e0, e, v0, v, m0 + ef, m + ef);
      put(results + 5 * stride, row, e - e0);
    } else put(results + 5 * stride, row, NaN);
    put(results + 6 * stride, row, follows ? volumePart : NaN);
    put(results + 7 * stride, row, follows ? intensityPart : NaN);
  }
  write(0, broken);
}
