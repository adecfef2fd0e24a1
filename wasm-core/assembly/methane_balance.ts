// The methane balance of a mine: released minus destroyed methane. The order of operations is part
// of the contract.

import { impliedFactor, recovery } from './balance_ratios';
import { at } from './column';
import { CO2_PER_CH4 } from './constants';
import { gas_mass } from './converter';
import { write } from './result_buffer';

/**
 * Methane of mined coal by factor: V·EF·ρ/1000 [t]; V t, EF m³/t, ρ kg/m³. The order of operations
 * is that of `underground_emission_ch4`, so both give the same bits.
 */
function ofCoal(coal: f64, ef: f64, density: f64): f64 {
  return (coal * ef * density) / 1000;
}

/**
 * Balance of one mine and period. IPCC 2006, vol. 2, ch. 4, eq. 4.1.2–4.1.5.
 * coal V, t; ef EF, m³/t, NaN where gross is measured; ventilation, t CH4, NaN where gross is
 * computed by factor; post_mining_ef, m³/t; drained, m³ of CH4; density ρ, kg/m³; gwp G, t CO2-eq/t
 * CH4. volumes vᵢ [m³ of CH4], efficiencies ηᵢ [share], flares [1 flare, 0 other]: addresses of
 * f64[destinations].
 * 1. gross = V·EF·ρ/1000, or ventilation + drained·ρ/1000 [t]. By factor, drained gas is a part of
 *    gross.
 * 2. post-mining = V·EF_pm·ρ/1000 [t].
 * 3. in the order of the list: destroyedᵢ = (vᵢ·ρ/1000)·ηᵢ, destroyed = Σ destroyedᵢ [t]; CO2 = Σ
 *    destroyedᵢ·CO2_PER_CH4 over flares [t].
 * 4. CH4 = (gross + post-mining) − destroyed [t].
 * 5. E = CO2 + G·CH4 [t CO2-eq].
 * 6. implied EF = gross·1000/(V·ρ) [m³/t]; recovery = (drained·ρ/1000)/gross [share]; NaN where V
 *    or gross is 0.
 * Writes gross, post-mining, destroyed, CH4, CO2, E, implied EF, recovery, then Σ vᵢ [m³].
 */
export function methane_balance(
  coal: f64,
  ef: f64,
  ventilation: f64,
  post_mining_ef: f64,
  drained: f64,
  density: f64,
  gwp: f64,
  destinations: i32,
  volumes: usize,
  efficiencies: usize,
  flares: usize,
): void {
  const drainedMass = gas_mass(drained, density);
  const gross = isNaN(ef) ? ventilation + drainedMass : ofCoal(coal, ef, density);
  const postMining = ofCoal(coal, post_mining_ef, density);
  let destroyed: f64 = 0;
  let co2: f64 = 0;
  let destined: f64 = 0;
  for (let index = 0; index < destinations; index++) {
    const volume = at(volumes, index);
    const mass = gas_mass(volume, density) * at(efficiencies, index);
    destroyed += mass;
    if (at(flares, index) !== 0) co2 += mass * CO2_PER_CH4;
    destined += volume;
  }
  const ch4 = gross + postMining - destroyed;
  write(0, gross);
  write(1, postMining);
  write(2, destroyed);
  write(3, ch4);
  write(4, co2);
  write(5, co2 + gwp * ch4);
  write(6, impliedFactor(gross, coal, density));
  write(7, recovery(drainedMass, gross));
  write(8, destined);
}
