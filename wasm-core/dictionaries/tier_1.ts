import type { DefaultUncertaintyName } from '../contract/default_uncertainties.ts';
import { type DictionaryDefinition, type DictionaryRow, dictionary } from './dictionary.ts';
import { actualRow, normRow } from './rows.ts';

/**
 * Density of CH4 at 20 °C and 1 atm, kg/m³ (IPCC 2006: 0.67·10⁻⁶ Gg/m³). A test compares it with
 * CH4_DENSITY of the core.
 */
export const METHANE_KG_PER_M3 = 0.67;

/** A dictionary of tier 1 factors: what `dictionary` takes, and one pair of coefficients for all. */
export function tier1Dictionary<const Name extends string>(
  name: Name,
  version: string,
  label: string,
  rows: readonly DictionaryRow[],
): DictionaryDefinition<Name> {
  return dictionary(name, version, { label, fields: { ef: 'м³/т', koef_transform: 'кг/м³' }, rows });
}

/** What rows of one equation share: the equation and the uncertainty of its factors. */
export interface Tier1Group {
  readonly equation: string;
  readonly uncertainty: DefaultUncertaintyName;
}

/** A row of tier 1 emission factors, IPCC 2006, vol. 2, ch. 4; `ef` in m³ CH4 per tonne of coal. */
export function tier1Row(
  id: number,
  name: string,
  { equation, uncertainty }: Tier1Group,
  row: string,
  ef: number,
): DictionaryRow {
  const source = { norm: 'ipcc_2006', table: `${equation}, коэффициенты уровня 1`, row } as const;
  return { ...normRow(id, name, source, { ef, koef_transform: METHANE_KG_PER_M3 }), uncertainty: { ef: uncertainty } };
}

/** The row for a measured factor. The specification fixes the conversion coefficient in it too. */
export function tier1ActualRow(id: number, equation: string, note: string): DictionaryRow {
  const source = { norm: 'ipcc_2006', table: equation, row: 'коэффициент перевода объёма CH₄ в массу' } as const;
  return actualRow(id, source, note, { koef_transform: METHANE_KG_PER_M3 });
}
