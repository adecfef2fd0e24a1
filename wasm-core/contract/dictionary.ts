import type { Mark, RowSource } from './dictionary_schema.ts';

export type {
  CoefficientName,
  Dictionary,
  DictionaryEntry,
  Mark,
  Provenance,
  RowSource,
} from './dictionary_schema.ts';

/** The fourteen dictionaries, as `dictionary/{name}/` names them. */
export const DICTIONARY_NAMES = [
  'get_recycle_technology',
  'get_coeff_co2_density',
  'get_disposal_co2_stat_sources',
  'get_disposal_co2_torch',
  'get_torch_ch4',
  'get_enrichment',
  'get_gas_content',
  'get_methane_abundance',
  'get_handling_underground_ch4',
  'get_underground_emission_ch4',
  'get_open_mining_ch4',
  'get_open_mining_co2',
  'get_underground',
  'get_underground_content',
] as const;

export type DictionaryName = (typeof DICTIONARY_NAMES)[number];

/** How people read a mark. */
export const MARK_LABELS: Readonly<Record<Mark, string>> = {
  norm: 'норматив',
  derived: 'выведено из норматива',
  proposed: 'предложение',
};

/** «Приказ …, таблица 1.2, строка»: a source as one line of text. */
export function rowSourceText({ document, table, row }: RowSource): string {
  return [document, table, row].filter((text) => text !== '').join(', ');
}
