// Every constant of the core: value, unit, source. Exported as WebAssembly globals, so that the
// trace shows exactly the number used in the computation. Labels and citations:
// `wasm-core/constants.ts`.

/**
 * Global warming potential of CH4 over 100 years, t CO2-eq per t CH4. Распоряжение Правительства РФ
 * от 22.10.2021 № 2979-р.
 */
export const GWP_CH4: f64 = 25;

/**
 * Global warming potential of CH4, t CO2-eq per t CH4, by other editions: IPCC AR5 and AR6 (fossil)
 * over 100 and over 20 years.
 */
export const GWP_CH4_AR5: f64 = 28;
export const GWP_CH4_AR6: f64 = 29.8;
export const GWP_CH4_AR5_20: f64 = 84;
export const GWP_CH4_AR6_20: f64 = 82.5;

/** Density of CH4 at 20 °C and 1 atm, kg/m³. IPCC 2006, vol. 2, ch. 4 (0.67·10⁻⁶ Gg/m³). */
export const CH4_DENSITY: f64 = 0.67;

/** Share of CH4 burnt in a flare. IPCC 2006, vol. 2, ch. 4, eq. 4.1.5. */
export const FLARE_EFFICIENCY: f64 = 0.98;

/**
 * Share of CH4 that passes a flare unburnt, 1 − FLARE_EFFICIENCY as the decimal number that the
 * method prints.
 */
export const FLARE_UNBURNT: f64 = 0.02;

/** CO2 of methane that burns, t CO2 per t CH4: 44/16. IPCC 2006, vol. 2, ch. 4, eq. 4.1.5. */
export const CO2_PER_CH4: f64 = 2.75;

/**
 * Share of CH4 burnt in a gas engine; methane slip is 0.5 %. A proposal of this product, not a
 * norm.
 */
export const ENGINE_EFFICIENCY: f64 = 0.995;
