// The contribution of two factors to a change: the additive LMDI-I decomposition of E ∝ V·k.
// B. W. Ang, Energy Policy 33 (2005) 867–871; zeros: B. W. Ang, N. Liu, Energy Policy 35 (2007)
// 238–246.

/** Parts of the change last decomposed, in its unit: of the factor V and of the factor k. */
export let volumePart: f64 = 0;
export let intensityPart: f64 = 0;

/**
 * ln(a/b); a, b > 0, in one unit. Near 1 the quotient would lose the digits of a − b, far below 1
 * the difference those of a: each way where it loses nothing.
 */
export function logRatio(a: f64, b: f64): f64 {
  const x = (a - b) / b;
  return Math.abs(x) < 0.5 ? Math.log1p(x) : Math.log(a / b);
}

/** Logarithmic mean: L(a, b) = (a − b)/ln(a/b), L(a, a) = a; a, b > 0, in one unit. */
export function logarithmicMean(a: f64, b: f64): f64 {
  return a === b ? a : (a - b) / logRatio(a, b);
}

/**
 * Decomposes a change: ΔE(V) = L(E₁, E₀)·ln(V₁/V₀), ΔE(k) = L(E₁, E₀)·ln(k₁/k₀), ΔE(V) + ΔE(k) =
 * ΔE. e0, e1 E in the earlier and the later year; v0, v1 V and k0, k1 k likewise, each in a unit of
 * its own; none negative.
 *
 * Where one factor is 0 in a year, the limit holds: the change is all that factor's. Where both
 * are, their shares depend on the way to 0: halves, as when both go there alike. The larger part is
 * what the smaller one leaves of the change: a factor that stands still has 0.
 */
export function decompose(e0: f64, e1: f64, v0: f64, v1: f64, k0: f64, k1: f64): void {
  const change = e1 - e0;
  const noVolume = v0 === 0 || v1 === 0;
  const noIntensity = k0 === 0 || k1 === 0;
  if (noVolume || noIntensity) {
    volumePart = !noIntensity ? change : !noVolume ? 0 : change / 2;
    intensityPart = change - volumePart;
    return;
  }
  const mean = logarithmicMean(e1, e0);
  volumePart = mean * logRatio(v1, v0);
  intensityPart = mean * logRatio(k1, k0);
  if (Math.abs(volumePart) < Math.abs(intensityPart)) intensityPart = change - volumePart;
  else volumePart = change - intensityPart;
}
