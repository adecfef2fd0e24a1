import type { DefaultUncertaintyName } from '../contract/default_uncertainties.ts';
import type { CoefficientName, Dictionary } from '../contract/dictionary.ts';
import { COAL_HANDLING_CH4 } from './coal_handling_ch4.ts';
import { COAL_PREPARATION } from './coal_preparation.ts';
import { type DictionaryDefinition, dictionaryPage } from './dictionary.ts';
import { FLARE_CH4 } from './flare_ch4.ts';
import { FLARE_CO2 } from './flare_co2.ts';
import { FLARE_TABLE } from './flare_table.ts';
import { FLARE_UNBURNT_SHARES } from './flare_unburnt.ts';
import { FUEL_DENSITIES } from './fuel_densities.ts';
import { GAS_CONTENT } from './gas_content.ts';
import { GAS_DENSITIES } from './gas_densities.ts';
import { GAS_MIXTURES } from './gas_mixtures.ts';
import { METHANE_ABUNDANCE } from './methane_abundance.ts';
import { METHANE_SLIP } from './methane_slip.ts';
import { OPEN_PIT_CH4 } from './open_pit_ch4.ts';
import { STATIONARY_FUELS } from './stationary_fuels.ts';
import { TRANSPORT_FUELS } from './transport_fuels.ts';
import { UNDERGROUND_MINING_CH4 } from './underground_mining_ch4.ts';
import { UTILISATION_TECHNOLOGIES } from './utilisation_technologies.ts';

/** The registry. Routes, seeding, the administrator's list and tests use its order. */
const REGISTRY = [
  UTILISATION_TECHNOLOGIES,
  FUEL_DENSITIES,
  STATIONARY_FUELS,
  FLARE_CO2,
  FLARE_CH4,
  COAL_PREPARATION,
  GAS_CONTENT,
  METHANE_ABUNDANCE,
  COAL_HANDLING_CH4,
  UNDERGROUND_MINING_CH4,
  OPEN_PIT_CH4,
  TRANSPORT_FUELS,
  GAS_DENSITIES,
  GAS_MIXTURES,
  FLARE_UNBURNT_SHARES,
  FLARE_TABLE,
  METHANE_SLIP,
] as const satisfies readonly DictionaryDefinition[];

export type DictionaryName = (typeof REGISTRY)[number]['name'];

export const DICTIONARY_NAMES: readonly DictionaryName[] = REGISTRY.map(({ name }) => name);

/** Names of the dictionaries for administrators. */
export const DICTIONARY_LABELS = byName(({ label }) => label);

/** Default uncertainty of a coefficient of a dictionary row; undefined where none is stated. */
export function rowUncertainty(
  dictionary: string,
  id: number,
  coefficient: string,
): DefaultUncertaintyName | undefined {
  const definition: DictionaryDefinition | undefined = REGISTRY.find(({ name }) => name === dictionary);
  return definition?.rows.find((row) => row.id === id)?.uncertainty?.[coefficient as CoefficientName];
}

/**
 * The dictionaries as the API returns them. Change the version with any row: it is the day of the
 * change.
 */
export const DICTIONARIES: Readonly<Record<DictionaryName, Dictionary>> = byName(dictionaryPage);

function byName<Value>(value: (definition: DictionaryDefinition) => Value): Readonly<Record<DictionaryName, Value>> {
  return Object.fromEntries(REGISTRY.map((definition) => [definition.name, value(definition)])) as Record<
    DictionaryName,
    Value
  >;
}
