// Contributions of two factors to a change: the additive LMDI-I decomposition of E ∝ V·k.
// B. W. Ang, Energy Policy 33 (2005) 867–871; zeros: B. W. Ang, N. Liu, Energy Policy 35 (2007)
// 238–246.

/** Parts of the last decomposed change, in its unit: of the factor V and of the factor k. */
export let volumePart: f64 = 0;
export let intensityPart: f64 = 0;

/**
 * ln(a/b); a, b > 0, in one unit. Near 1 the quotient loses the digits of a − b; far below 1 the
 * difference loses those of a. Each case uses the form that loses none.
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
 * ΔE. e0, e1: E in the earlier and the later year; v0, v1: V; k0, k1: k. Each has a unit of its
 * own; none is negative.
 *
 * Where one factor is 0 in a year, the limit applies: the whole change belongs to that factor.
 * Where both are 0, their shares depend on the path to 0: each gets half, as for equal paths. The
 * larger part is the change minus the smaller part, so a constant factor has the part 0.
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
