// Ratios of a methane balance. IPCC 2006, vol. 2, ch. 4.

/**
 * Emission factor that a stated gross emission implies: gross·1000/(V·ρ) [m³/t]; gross t, coal V t,
 * density ρ kg/m³. NaN where V is 0.
 */
export function impliedFactor(gross: f64, coal: f64, density: f64): f64 {
  return coal === 0 ? NaN : (gross * 1000) / (coal * density);
}

/** Share of gross emissions that drainage recovers; both t. NaN where gross is 0. */
export function recovery(drained: f64, gross: f64): f64 {
  return gross === 0 ? NaN : drained / gross;
}
