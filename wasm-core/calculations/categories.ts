import type { CalculationType } from './index.ts';

/** The emission categories of the reference books, in the order of the specification. */
export const CATEGORIES = [
  'underground',
  'open_mining_co2',
  'handling_underground_ch4',
  'open_mining_ch4',
  'underground_emission_ch4',
  'torch_ch4',
  'disposal_co2_stat_sources',
  'disposal_co2_torch',
] as const satisfies readonly CalculationType[];
