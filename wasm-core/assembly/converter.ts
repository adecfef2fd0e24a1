// The two unit conversions of the widgets page.

/**
 * Mass of a gas by volume: m = V·ρ/1000 [t].
 * volume V, m³; density ρ, kg/m³. Приказ Минприроды России от 27.05.2022 № 371, table 1.2.
 */
export function gas_mass(volume: f64, density: f64): f64 {
  return (volume * density) / 1000;
}

/**
 * Mass of a liquid fuel by volume: m = V·ρ/1000 [t].
 * volume V, litres; density ρ, kg/l. Приказ Минприроды России от 27.05.2022 № 371, formula 18.2.
 */
export function fuel_mass(volume: f64, density: f64): f64 {
  return (volume * density) / 1000;
}
