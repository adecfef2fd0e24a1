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

/** `norm`: printed in the document; `derived`: computed from it; `proposed`: an engineering choice, and the product says so. */
export type Mark = 'norm' | 'derived' | 'proposed';

/** How people read a mark. */
export const MARK_LABELS: Readonly<Record<Mark, string>> = {
  norm: 'норматив',
  derived: 'выведено из норматива',
  proposed: 'предложение',
};

/** Where a row comes from: document, table in it, row of the table. */
export interface RowSource {
  readonly document: string;
  readonly table: string;
  readonly row: string;
}

/** «Приказ …, таблица 1.2, строка»: a source as one line of text. */
export function rowSourceText({ document, table, row }: RowSource): string {
  return [document, table, row].filter((text) => text !== '').join(', ');
}

/** Numbers that a dictionary row may carry. */
export const COEFFICIENT_NAMES = [
  'ef',
  'koef_transform',
  'p_co2',
  'p_ch4',
  'ef_co2',
  'ef_ch4',
  'of',
  'k',
  'p',
  'share',
] as const;
export type CoefficientName = (typeof COEFFICIENT_NAMES)[number];

/** A dictionary row on the wire. Coefficients are six-decimal strings; a row without a number where others have one is «Фактическое значение». */
export interface DictionaryEntry extends Readonly<Partial<Record<CoefficientName, string>>> {
  readonly id: number;
  readonly name: string;
  /** Unit of each coefficient; `volume` where the row fixes the unit of the quantity it multiplies. */
  readonly units: Readonly<Partial<Record<CoefficientName | 'volume', string>>>;
  readonly source: RowSource;
  readonly mark: Mark;
  /** «Фактическое значение»: the numbers are typed by the user. */
  readonly custom?: true;
  readonly note?: string;
}

/** A dictionary as the server answers it. */
export interface Dictionary {
  readonly count: number;
  readonly next: null;
  readonly previous: null;
  readonly results: readonly DictionaryEntry[];
  /** Version of the data: the day of its last change. */
  readonly version: string;
}

/** The dictionary row that preset a stored calculation's coefficients; none = typed by the user. Found and kept by the server. */
export interface Provenance {
  readonly dictionary: string;
  readonly version: string;
  readonly id: number;
  readonly name: string;
  readonly presets: readonly string[];
  readonly units: Readonly<Partial<Record<string, string>>>;
  readonly source: RowSource;
  readonly mark: Mark;
}
