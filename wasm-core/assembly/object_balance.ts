// The inventory of one object: masses stated by its calculations, its methane balance, totals of
// gases. The order of operations is part of the contract. Codes of the balance roles are the
// indices of `BALANCE_ROLES` in contract/parts.ts.

import { impliedFactor, recovery } from './balance_ratios';
import { at, put } from './column';
import { write } from './result_buffer';

const GROSS: f64 = 0;
const VENTILATION: f64 = 1;
const DRAINED: f64 = 2;
const POST_MINING: f64 = 3;
const FLARE: f64 = 4;
const ENERGY: f64 = 5;
const SOLD: f64 = 6;
const VENTED: f64 = 7;
const FUEL: f64 = 8;

/** Whether a role is a destination of drained gas. */
function isDestination(role: f64): bool {
  return role >= FLARE && role <= VENTED;
}

/**
 * Masses stated by calculations, for each line: mass = a·b·c·d/per [t CH4]; for flared gas and gas
 * burnt for energy or sold, destroyed = mass·η, η = efficiency, or 1 − unburnt where efficiency is
 * NaN; released is the emission to the air by the order's categories 2 and 3: mass − destroyed for
 * a flare, mass for ventilation and vented gas, 0 for others. All arguments but `lines` are
 * addresses of f64[lines]; the last three are written.
 */
export function statement_masses(
  lines: i32,
  roles: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  per: usize,
  efficiencies: usize,
  unburnt: usize,
  masses: usize,
  destroyed: usize,
  released: usize,
): void {
  for (let line = 0; line < lines; line++) {
    const role = at(roles, line);
    const mass = (at(a, line) * at(b, line) * at(c, line) * at(d, line)) / at(per, line);
    const efficiency = at(efficiencies, line);
    const share = isNaN(efficiency) ? 1 - at(unburnt, line) : efficiency;
    put(masses, line, mass);
    const gone = role >= FLARE && role <= SOLD ? mass * share : 0;
    put(destroyed, line, gone);
    put(released, line, role === FLARE ? mass - gone : role === VENTILATION || role === VENTED ? mass : 0);
  }
}

/**
 * Methane balance of one object and period from the lines that count in it. IPCC 2006, vol. 2, ch.
 * 4, eq. 4.1.2–4.1.5. masses, destroyed [t CH4], co2 [t]: f64[lines], as `statement_masses` writes
 * them; coal V [t], density ρ [kg/m³] of gross; gwp G.
 * 1. drained = Σ of the measured drainage, or Σ of the destinations where none is measured [t].
 * 2. gross = Σ by factor, or (Σ ventilation + drained) + Σ by factor where ventilation is among the
 *    lines: the lines by factor are then another source, an open pit [t].
 * 3. CH4 = (gross + post-mining) − Σ destroyed [t].
 * 4. CO2 = Σ of flares, ventilation and vented gas [t]; that of energy use and fuel is separate,
 *    because it counts under combustion [t].
 * 5. E = CO2 + G·CH4 [t CO2-eq].
 * 6. implied EF = gross·1000/(V·ρ) [m³/t]; recovery = drained/gross [share]; NaN where V or gross
 *    is 0. Writes gross, post-mining, drained, Σ destinations, destroyed, CH4, CO2, CO2 of
 *    combustion, E, implied EF, recovery.
 */
export function object_balance(
  lines: i32,
  roles: usize,
  masses: usize,
  destroyed: usize,
  co2: usize,
  coal: f64,
  density: f64,
  gwp: f64,
): void {
  let byFactor: f64 = 0;
  let ventilation: f64 = 0;
  let isMeasured = false;
  let drainage: f64 = 0;
  let isDrainageMeasured = false;
  let postMining: f64 = 0;
  let destined: f64 = 0;
  let gone: f64 = 0;
  let fugitive: f64 = 0;
  let combustion: f64 = 0;
  for (let line = 0; line < lines; line++) {
    const role = at(roles, line);
    const mass = at(masses, line);
    if (role === GROSS) byFactor += mass;
    if (role === POST_MINING) postMining += mass;
    if (role === VENTILATION) {
      ventilation += mass;
      isMeasured = true;
    }
    if (role === DRAINED) {
      drainage += mass;
      isDrainageMeasured = true;
    }
    if (isDestination(role)) {
      destined += mass;
      gone += at(destroyed, line);
    }
    if (role === FLARE || role === VENTILATION || role === VENTED) fugitive += at(co2, line);
    if (role === ENERGY || role === FUEL) combustion += at(co2, line);
  }
  const drained = isDrainageMeasured ? drainage : destined;
  const gross = isMeasured ? ventilation + drained + byFactor : byFactor;
  const ch4 = gross + postMining - gone;
  write(0, gross);
  write(1, postMining);
  write(2, drained);
  write(3, destined);
  write(4, gone);
  write(5, ch4);
  write(6, fugitive);
  write(7, combustion);
  write(8, fugitive + gwp * ch4);
  write(9, impliedFactor(gross, coal, density));
  write(10, recovery(drained, gross));
}

/**
 * Contribution of each counted line to the full inventory of its object: CO2 + G·CH4 [t CO2-eq];
 * the contributions add up to the object's total. Methane of a line is its mass minus its destroyed
 * mass. For a destination of gas that gross by factor or drainage already includes, only the
 * destroyed mass counts, with a minus. roles, masses, destroyed, co2, contributions: f64[lines];
 * the last is written.
 */
export function line_contributions(
  lines: i32,
  roles: usize,
  masses: usize,
  destroyed: usize,
  co2: usize,
  gwp: f64,
  contributions: usize,
): void {
  let isMeasured = false;
  let isDrainageMeasured = false;
  for (let line = 0; line < lines; line++) {
    if (at(roles, line) === VENTILATION) isMeasured = true;
    if (at(roles, line) === DRAINED) isDrainageMeasured = true;
  }
  for (let line = 0; line < lines; line++) {
    const role = at(roles, line);
    const isReleased =
      role === GROSS ||
      role === VENTILATION ||
      role === POST_MINING ||
      (role === DRAINED && isMeasured) ||
      (isDestination(role) && isMeasured && !isDrainageMeasured);
    const methane = (isReleased ? at(masses, line) : 0) - (isDestination(role) ? at(destroyed, line) : 0);
    const hasCO2 = role === VENTILATION || role === FLARE || role === ENERGY || role === VENTED || role === FUEL;
    put(contributions, line, (hasCO2 ? at(co2, line) : 0) + gwp * methane);
  }
}

/**
 * Sums of two gases and their CO2 equivalent E = CO2 + G·CH4. co2, ch4 [t]: f64[lines]; gwp G.
 * Writes CO2, CH4 [t], E [t CO2-eq].
 */
export function gas_totals(lines: i32, co2: usize, ch4: usize, gwp: f64): void {
  let dioxide: f64 = 0;
  let methane: f64 = 0;
  for (let line = 0; line < lines; line++) {
    dioxide += at(co2, line);
    methane += at(ch4, line);
  }
  write(0, dioxide);
  write(1, methane);
  write(2, dioxide + gwp * methane);
}

/**
 * Difference of two values and its share of the first, %: second − first, 100·(second −
 * first)/first; NaN where the first is 0.
 */
export function difference(first: f64, second: f64): void {
  write(0, second - first);
  write(1, first === 0 ? NaN : (100 * (second - first)) / first);
}

/** Writes scale·first/second; NaN where the second is 0. */
export function ratio(first: f64, second: f64, scale: f64): void {
  write(0, second === 0 ? NaN : (scale * first) / second);
}

/** Writes figure·percent/100. */
export function percent_of(figure: f64, percent: f64): void {
  write(0, (figure * percent) / 100);
}
