import type { CalculationDefinition } from './definition.ts';
import { disposal_co2_stat_sources } from './disposal_co2_stat_sources.ts';
import { disposal_co2_torch } from './disposal_co2_torch.ts';
import { filling_blanks } from './filling_blanks.ts';
import { flare_order_371 } from './flare_order_371.ts';
import { flare_table_371 } from './flare_table_371.ts';
import { handling_gas_content } from './handling_gas_content.ts';
import { handling_underground_ch4 } from './handling_underground_ch4.ts';
import { mine_methane_combustion } from './mine_methane_combustion.ts';
import { open_mining_ch4 } from './open_mining_ch4.ts';
import { open_mining_co2 } from './open_mining_co2.ts';
import { recycle_technology } from './recycle_technology.ts';
import { regres_methane } from './regres_methane.ts';
import { sensitivity } from './sensitivity.ts';
import { torch_ch4 } from './torch_ch4.ts';
import { underground } from './underground.ts';
import { underground_emission_ch4 } from './underground_emission_ch4.ts';

/**
 * The registry: the only list of calculation types. A key is also the URL segment, the file name,
 * the export of the core, the stored type and the name of the case table.
 */
export const CALCULATIONS = {
  underground_emission_ch4,
  handling_underground_ch4,
  handling_gas_content,
  underground,
  open_mining_ch4,
  open_mining_co2,
  disposal_co2_torch,
  torch_ch4,
  flare_order_371,
  flare_table_371,
  mine_methane_combustion,
  disposal_co2_stat_sources,
  recycle_technology,
  regres_methane,
  filling_blanks,
  sensitivity,
} as const satisfies Record<string, CalculationDefinition>;

export type CalculationType = keyof typeof CALCULATIONS;

/** Every type, in the order of the menu. */
export const CALCULATION_TYPES = Object.keys(CALCULATIONS) as CalculationType[];

/** Whether `text` names a calculation type; names of Object.prototype do not. */
export function isCalculationType(text: string): text is CalculationType {
  return Object.hasOwn(CALCULATIONS, text);
}

/** The definition of `type`. */
export function definitionOf(type: CalculationType): CalculationDefinition {
  return CALCULATIONS[type];
}

/** Types entered as typed fields and computed by a closed formula, in the order of the menu. */
export const FIELDS_TYPES = CALCULATION_TYPES.filter((type) => definitionOf(type).table === undefined);

/** Types that take a table of rows, typed, pasted or from a file, in the order of the menu. */
export const TABLE_TYPES = CALCULATION_TYPES.filter((type) => definitionOf(type).table !== undefined);
