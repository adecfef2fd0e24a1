import type { DictionaryRow } from './dictionary.ts';

/**
 * Density of CH4 at 20 °C and 1 atm, kg/m³ (IPCC 2006: 0.67·10⁻⁶ Gg/m³). A test compares it with
 * CH4_DENSITY of the core.
 */
export const METHANE_KG_PER_M3 = 0.67;

/** Coefficients of a tier 1 row and their units. */
export const TIER_1_FIELDS = { ef: 'м³/т', koef_transform: 'кг/м³' } as const;

/** A row of tier 1 emission factors, IPCC 2006, vol. 2, ch. 4; `ef` in m³ CH4 per tonne of coal. */
export function tier1Row(id: number, name: string, equation: string, row: string, ef: number): DictionaryRow {
  return {
    id,
    name,
    numbers: { ef, koef_transform: METHANE_KG_PER_M3 },
    source: { norm: 'ipcc_2006', table: `${equation}, коэффициенты уровня 1`, row },
    mark: 'norm',
  };
}
