// The point of measurement: units of the readings, section, conditions; and the flow of methane
// through it.

import { CONCENTRATION, FLOW, PRESSURE, READINGS, reading, set_reading, TEMPERATURE } from './row';

/**
 * Density of CH4 at 20 °C and 101.325 kPa, kg/m³. Приказ Минприроды России от 27.05.2022 № 371,
 * table 1.2.
 */
const CH4_DENSITY_20C: f64 = 0.668;

/**
 * Reference conditions of volumes in Russian practice: 20 °C in K, and 101.325 kPa. ГОСТ 2939-63.
 */
const NORMAL_KELVIN: f64 = 293.15;
const NORMAL_KILOPASCAL: f64 = 101.325;
const ZERO_CELSIUS_KELVIN: f64 = 273.15;

const MINUTE_S: f64 = 60;
const MINUTE_MS: f64 = 60_000;
const PERCENT: f64 = 100;
const TONNE_KG: f64 = 1000;

/** Three f64 per reading: multiplier, divisor and addend of the number in the file. */
const units: usize = memory.data(96);
/** f64 per reading: its constant value; NaN where the file contains the reading. */
const constants: usize = memory.data(32);

/** Bits of the readings that need a conversion. */
let changed: i32 = 0;

let isVelocity = false;
let area: f64 = 1;
let anemometer: f64 = 1;
let dryShare: f64 = 1;
let density: f64 = CH4_DENSITY_20C;
/**
 * Bits of the readings that determine the flow; temperature and pressure only where the flow is
 * converted.
 */
let needed: i32 = 3;

/**
 * Sets the unit of a reading: its numbers become number · `multiplier` / `divisor` + `addend`, in
 * %, m³/min or m/s, °C, kPa.
 */
export function measured_unit(which: i32, multiplier: f64, divisor: f64, addend: f64): void {
  const unit = units + <usize>which * 24;
  store<f64>(unit, multiplier);
  store<f64>(unit, divisor, 8);
  store<f64>(unit, addend, 16);
}

/**
 * `velocity` 1: the flow is measured as velocity, m/s, in `section` m², with coefficient
 * `coefficient` from the velocity at the sensor to the mean one. `actual` 1: at the conditions of
 * `temperature` °C and `pressure` kPa, NaN where the file contains them. `water`: share of water
 * vapour to subtract where C refers to dry gas. `kilograms`: density of CH4 at 20 °C, kg/m³.
 */
export function measured_point(
  velocity: bool,
  section: f64,
  coefficient: f64,
  actual: bool,
  temperature: f64,
  pressure: f64,
  water: f64,
  kilograms: f64,
): void {
  isVelocity = velocity;
  area = section;
  anemometer = coefficient;
  dryShare = 1 - water;
  density = kilograms;
  needed = actual ? 15 : 3;
  store<f64>(constants, NaN, CONCENTRATION * 8);
  store<f64>(constants, NaN, FLOW * 8);
  store<f64>(constants, temperature, TEMPERATURE * 8);
  store<f64>(constants, pressure, PRESSURE * 8);
}

/** Density of CH4 where none is stated, kg/m³ at 20 °C. */
export function measured_density(): f64 {
  return CH4_DENSITY_20C;
}

/** Converts the numbers of a row to %, m³/min or m/s, °C and kPa; constants replace readings. */
export function convert_units(row: usize): void {
  if (changed === 0) return;
  for (let which = 0; which < READINGS; which++) {
    if (!((changed >> which) & 1)) continue;
    const constant = load<f64>(constants + ((<usize>which) << 3));
    const unit = units + <usize>which * 24;
    const value = (reading(row, which) * load<f64>(unit)) / load<f64>(unit, 8) + load<f64>(unit, 16);
    set_reading(row, which, isNaN(constant) ? value : constant);
  }
}

/** Determines which readings are converted or constant. */
export function begin_point(): void {
  changed = 0;
  for (let which = 0; which < READINGS; which++) {
    const unit = units + <usize>which * 24;
    const isSame = load<f64>(unit) === 1 && load<f64>(unit, 8) === 1 && load<f64>(unit, 16) === 0;
    if (!isSame || !isNaN(load<f64>(constants + ((<usize>which) << 3)))) changed |= 1 << which;
  }
}

/** Bits of the readings that the flow needs and that the row lacks. */
export function missing_readings(row: usize): i32 {
  let mask = 0;
  for (let which = 0; which < READINGS; which++) mask |= i32(isNaN(reading(row, which))) << which;
  return mask & needed;
}

/** Bits of the readings that time without rows lacks; constants are available. */
export function readings_of_file(): i32 {
  let mask = 0;
  for (let which = 0; which < READINGS; which++) {
    mask |= i32(isNaN(load<f64>(constants + ((<usize>which) << 3)))) << which;
  }
  return mask & needed;
}

/**
 * Q_act = v·A·k_a·60 · (1 − x_w), m³/min: v, m/s; A, m²; k_a coefficient of the anemometer; x_w
 * share of water.
 */
function actualFlow(value: f64): f64 {
  return (isVelocity ? value * area * anemometer * MINUTE_S : value) * dryShare;
}

/** Factor of a reading of `value` in the flow of methane. */
export function factor_of(which: i32, value: f64): f64 {
  if (which === CONCENTRATION) return value / PERCENT;
  if (which === FLOW) return actualFlow(value);
  if (which === PRESSURE) return value / NORMAL_KILOPASCAL;
  return NORMAL_KELVIN / (ZERO_CELSIUS_KELVIN + value);
}

/** Factor of constant temperature and pressure in a converted flow. */
export function factor_of_constants(): f64 {
  let factor: f64 = 1;
  for (let which = TEMPERATURE; which <= PRESSURE; which++) {
    const constant = load<f64>(constants + ((<usize>which) << 3));
    if (needed & (1 << which) && !isNaN(constant)) factor *= factor_of(which, constant);
  }
  return factor;
}

/**
 * Q_20 = Q_act · (P/101.325) · (293.15/(273.15 + T)), m³/min at 20 °C: P, kPa; T, °C. Readings of
 * the bits `except` are left out.
 */
export function air_flow(row: usize, except: i32): f64 {
  let flow = except & (1 << FLOW) ? 1 : actualFlow(reading(row, FLOW));
  const used = needed & ~except;
  if (used & (1 << PRESSURE)) flow *= factor_of(PRESSURE, reading(row, PRESSURE));
  if (used & (1 << TEMPERATURE)) flow *= factor_of(TEMPERATURE, reading(row, TEMPERATURE));
  return flow;
}

/** CH4 = C/100 · Q_20, m³/min at 20 °C: C, % vol. */
export function methane_of(concentration: f64, flow: f64): f64 {
  return (concentration / PERCENT) * flow;
}

/** The flow of methane of a row, m³/min at 20 °C; readings of the bits `except` are left out. */
export function methane_flow(row: usize, except: i32): f64 {
  const flow = air_flow(row, except);
  return except & (1 << CONCENTRATION) ? flow : methane_of(reading(row, CONCENTRATION), flow);
}

/** m = Σ CH4·Δt · ρ/1000, t: the sum in m³/min · ms, ρ density of CH4, kg/m³. */
export function tonnes_of(sum: f64): f64 {
  return ((sum / MINUTE_MS) * density) / TONNE_KG;
}
