import type { Dictionary, DictionaryName } from '#core/contract/dictionary.ts';
import { enrichment, handling_underground_ch4, open_mining_ch4, underground_emission_ch4 } from './coal_mining.ts';
import { underground, underground_content } from './densities.ts';
import { disposal_co2_torch, torch_ch4 } from './flare.ts';
import { disposal_co2_stat_sources } from './fuels.ts';
import { gas_content, methane_abundance } from './mine_classes.ts';
import { dictionary } from './row.ts';
import { recycle_technology } from './technologies.ts';
import { coeff_co2_density, open_mining_co2 } from './transport.ts';

/** The fourteen dictionaries as the server answers them. Changing a row sets the version of its dictionary to that day. */
export const DICTIONARIES: Readonly<Record<DictionaryName, Dictionary>> = {
  get_recycle_technology: dictionary('2026-11-21', recycle_technology),
  get_coeff_co2_density: dictionary('2026-11-21', coeff_co2_density),
  get_disposal_co2_stat_sources: dictionary('2026-11-21', disposal_co2_stat_sources),
  get_disposal_co2_torch: dictionary('2026-11-21', disposal_co2_torch),
  get_torch_ch4: dictionary('2026-11-21', torch_ch4),
  get_enrichment: dictionary('2026-11-21', enrichment),
  get_gas_content: dictionary('2026-11-21', gas_content),
  get_methane_abundance: dictionary('2026-11-21', methane_abundance),
  get_handling_underground_ch4: dictionary('2026-11-21', handling_underground_ch4),
  get_underground_emission_ch4: dictionary('2026-11-21', underground_emission_ch4),
  get_open_mining_ch4: dictionary('2026-11-21', open_mining_ch4),
  get_open_mining_co2: dictionary('2026-11-21', open_mining_co2),
  get_underground: dictionary('2026-11-21', underground),
  get_underground_content: dictionary('2026-11-21', underground_content),
};
