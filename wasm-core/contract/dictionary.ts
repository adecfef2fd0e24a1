import * as z from 'zod/mini';
import { day, described, type Wire } from './wire.ts';

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

/** `norm`: printed in the document; `derived`: computed from it; `proposed`: an engineering choice, labelled as such. */
const markSchema = described(z.enum(['norm', 'derived', 'proposed']), 'норма, расчёт по норме или предложение');

export type Mark = z.output<typeof markSchema>;

/** How people read a mark. */
export const MARK_LABELS: Readonly<Record<Mark, string>> = {
  norm: 'норматив',
  derived: 'выведено из норматива',
  proposed: 'предложение',
};

/** Where a row comes from: document, table in it, row of the table. */
const rowSourceSchema = z.object({ document: z.string(), table: z.string(), row: z.string() });

export type RowSource = Wire<typeof rowSourceSchema>;

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

/** A coefficient as it travels. */
const coefficient = () => described(z.string(), 'Коэффициент, шесть знаков после точки');

/**
 * A dictionary row on the wire. A row without a number where others have one is «Фактическое значение».
 * `units`: the unit of each coefficient; `volume` where the row fixes the unit of the quantity it multiplies.
 * `custom`: the user types the numbers.
 */
const dictionaryEntrySchema = z.object({
  id: z.int(),
  name: z.string(),
  .../* @__PURE__ */ (Object.fromEntries(
    /* @__PURE__ */ COEFFICIENT_NAMES.map((name) => [name, z.exactOptional(coefficient())]),
  ) as Record<CoefficientName, z.ZodMiniExactOptional<z.ZodMiniString>>),
  units: z.record(z.string(), z.string()),
  source: rowSourceSchema,
  mark: markSchema,
  custom: z.exactOptional(z.literal(true)),
  note: z.exactOptional(z.string()),
});

export type DictionaryEntry = Wire<typeof dictionaryEntrySchema>;

/** A dictionary as the server answers it: all rows at once. */
export const dictionarySchema = z.object({
  count: z.int(),
  next: z.null(),
  previous: z.null(),
  results: z.array(dictionaryEntrySchema),
  version: described(day(), 'Версия данных: день последнего изменения', { format: 'date' }),
});

export type Dictionary = Wire<typeof dictionarySchema>;

/** The dictionary row that preset a stored calculation's coefficients, found and kept by the server. */
export const provenanceSchema = z.object({
  dictionary: z.string(),
  version: day(),
  id: z.int(),
  name: z.string(),
  presets: z.array(z.string()),
  units: z.record(z.string(), z.string()),
  source: rowSourceSchema,
  mark: markSchema,
});

export type Provenance = Wire<typeof provenanceSchema>;
