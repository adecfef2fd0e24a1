// The closed-form formulas, one export per calculation type. Parameters follow the order of the
// definition's inputs, results are written in the order of its results. The order of operations is
// part of the contract: the trace repeats it.

import { FLARE_EFFICIENCY, FLARE_UNBURNT, GWP_CH4 } from './constants';
import { write } from './result_buffer';

/**
 * Writes CH4 = V·EF·ρ [kg] and its CO2 equivalent CH4·GWP [kg], the shared form of IPCC 2006, vol.
 * 2, ch. 4, eq. 4.1.3, 4.1.4, 4.1.7.
 */
function coalMassMethane(volume: f64, ef: f64, koef_transform: f64): void {
  const res_ch4 = volume * ef * koef_transform;
  write(0, res_ch4);
  write(1, res_ch4 * GWP_CH4);
}

/** Writes CO2 and CH4 [t], the CO2 equivalent of CH4, and its sum with CO2 [t CO2-eq]. */
function writeGases(res_co2: f64, res_ch4: f64): void {
  const res_ch4_to_co2 = res_ch4 * GWP_CH4;
  write(0, res_co2);
  write(1, res_ch4);
  write(2, res_ch4_to_co2);
  write(3, res_co2 + res_ch4_to_co2);
}

/**
 * CH4 from handling of coal mined underground: CH4 = V·EF·ρ, CO2-eq = CH4·GWP [kg].
 * volume V, t of coal; ef EF, m³ CH4/t; koef_transform ρ, kg/m³. IPCC 2006, vol. 2, ch. 4, eq.
 * 4.1.4.
 */
export function handling_underground_ch4(volume: f64, ef: f64, koef_transform: f64): void {
  coalMassMethane(volume, ef, koef_transform);
}

/**
 * CH4 from open-pit mining: CH4 = V·EF·ρ, CO2-eq = CH4·GWP [kg].
 * volume V, t of coal; ef EF, m³ CH4/t; koef_transform ρ, kg/m³. IPCC 2006, vol. 2, ch. 4, eq.
 * 4.1.7, 4.1.8.
 */
export function open_mining_ch4(volume: f64, ef: f64, koef_transform: f64): void {
  coalMassMethane(volume, ef, koef_transform);
}

/**
 * CH4 from underground mining: CH4 = V·EF·ρ, CO2-eq = CH4·GWP [kg].
 * volume V, t of coal; ef EF, m³ CH4/t; koef_transform ρ = CH4_DENSITY, kg/m³. IPCC 2006, vol. 2,
 * ch. 4, eq. 4.1.3.
 */
export function underground_emission_ch4(volume: f64, ef: f64, koef_transform: f64): void {
  coalMassMethane(volume, ef, koef_transform);
}

/**
 * CO2 from fuel burnt by open-pit machinery: CO2 = M·EF [t].
 * volume M, t of fuel; ef EF, t CO2/t. Приказ Минприроды России от 27.05.2022 № 371, category 18,
 * table 18.1.
 */
export function open_mining_co2(volume: f64, ef: f64): void {
  write(0, volume * ef);
}

/**
 * Fugitive CO2 and CH4 of a gas mixture: E = V·W·ρ/100 for each gas, CO2-eq = CH4·GWP, their sum
 * [t]. volume V, thousand m³ of mixture; p_co2, p_ch4 ρ, kg/m³ (= t per thousand m³); ef_co2,
 * ef_ch4 W, % by volume. Приказ Минприроды России от 27.05.2022 № 371, formula 3.1.
 */
export function underground(volume: f64, p_co2: f64, p_ch4: f64, ef_co2: f64, ef_ch4: f64): void {
  const res_co2 = (volume * ef_co2 * p_co2) / 100;
  const res_ch4 = (volume * ef_ch4 * p_ch4) / 100;
  writeGases(res_co2, res_ch4);
}

/**
 * CO2 from methane burnt in a flare: CO2 = η·V·ρ·EF [t].
 * volume V, thousand m³ of pure CH4; ef EF, t CO2/t CH4; koef_transform ρ, kg/m³. IPCC 2006, vol.
 * 2, ch. 4, eq. 4.1.5.
 */
export function disposal_co2_torch(volume: f64, ef: f64, koef_transform: f64): void {
  write(0, FLARE_EFFICIENCY * volume * koef_transform * ef);
}

/**
 * CO2 from fuel burnt in stationary sources: CO2 = FC·k·EF·OF [t].
 * volume FC, thousand t (gas: million m³); ef EF, t CO2/TJ; oxidation OF (`of` is a keyword),
 * share; k, TJ per unit of volume. Приказ Минприроды России от 27.05.2022 № 371, formulas 1.1,
 * 1.2б.
 */
export function disposal_co2_stat_sources(volume: f64, ef: f64, oxidation: f64, k: f64): void {
  write(0, volume * k * ef * oxidation);
}

/**
 * CH4 that a flare leaves unburnt: CH4 = (1 − η)·V·ρ, CO2-eq = CH4·GWP [t].
 * volume V, thousand m³ of pure CH4; koef_transform ρ, kg/m³. IPCC 2006, vol. 2, ch. 4, eq. 4.1.5.
 */
export function torch_ch4(volume: f64, koef_transform: f64): void {
  const res_ch4 = FLARE_UNBURNT * volume * koef_transform;
  write(0, res_ch4);
  write(1, res_ch4 * GWP_CH4);
}

/**
 * CO2 and CH4 of a mixture burnt in a flare: CO2 = V·(W(CO2) + W(CH4)·(1 − CF))·ρ(CO2)/100, CH4 =
 * V·W(CH4)·CF·ρ(CH4)/100, CO2-eq = CH4·GWP, their sum [t].
 * volume V, thousand m³ of mixture; p_co2, p_ch4 ρ, kg/m³; ef_co2, ef_ch4 W, % by volume; cf CF,
 * unburnt share. Приказ Минприроды России от 27.05.2022 № 371, formulas 2.1, 2.2, 2.4.
 */
export function flare_order_371(volume: f64, p_co2: f64, p_ch4: f64, ef_co2: f64, ef_ch4: f64, cf: f64): void {
  const res_co2 = (volume * (ef_co2 + ef_ch4 * (1 - cf)) * p_co2) / 100;
  const res_ch4 = (volume * ef_ch4 * cf * p_ch4) / 100;
  writeGases(res_co2, res_ch4);
}

/**
 * CO2 and CH4 of a gas burnt in a flare, by the table of the order: CO2 = V·EF(CO2), CH4 =
 * V·EF(CH4), CO2-eq = CH4·GWP, their sum [t]. volume V, thousand m³ of mixture; ef_co2, ef_ch4 EF,
 * t per thousand m³. Приказ Минприроды России от 27.05.2022 № 371, formula 2.1, table 2.1.
 */
export function flare_table_371(volume: f64, ef_co2: f64, ef_ch4: f64): void {
  writeGases(volume * ef_co2, volume * ef_ch4);
}

/**
 * CO2 of mine methane burnt for energy, and the methane slip, by the formulas of `flare_order_371`;
 * cf is the slip of the device, share. Приказ Минприроды России от 27.05.2022 № 371, formula 1.3.
 */
export function mine_methane_combustion(volume: f64, p_co2: f64, p_ch4: f64, ef_co2: f64, ef_ch4: f64, cf: f64): void {
  flare_order_371(volume, p_co2, p_ch4, ef_co2, ef_ch4, cf);
}

/**
 * CH4 from handling of coal by the gas content of its seam: CH4 = V·q·s·ρ, CO2-eq = CH4·GWP [kg].
 * volume V, t of coal; gas_content q, m³/t; share s of q that is released after mining;
 * koef_transform ρ, kg/m³. IPCC 2006, vol. 2, ch. 4, 4.1.3.2.
 */
export function handling_gas_content(volume: f64, gas_content: f64, share: f64, koef_transform: f64): void {
  const res_ch4 = volume * gas_content * share * koef_transform;
  write(0, res_ch4);
  write(1, res_ch4 * GWP_CH4);
}
