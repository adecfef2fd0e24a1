import * as z from 'zod/mini';
import { day, described, type Wire } from './wire.ts';

/**
 * `norm`: printed in the document; `derived`: computed from it; `proposed`: an engineering
 * estimate.
 */
const markSchema = described(z.enum(['norm', 'derived', 'proposed']), 'норма, расчёт по норме или предложение');

export type Mark = z.output<typeof markSchema>;

/** Source of a dictionary row: document, its table, the row of that table. */
const rowSourceSchema = z.object({ document: z.string(), table: z.string(), row: z.string() });

export type RowSource = Wire<typeof rowSourceSchema>;

/** An optional coefficient on the wire. */
function coefficient() {
  return z.exactOptional(described(z.string(), 'Коэффициент, шесть знаков после точки'));
}

/** Numbers that a dictionary row may carry. */
const coefficientsSchema = z.object({
  ef: coefficient(),
  koef_transform: coefficient(),
  p_co2: coefficient(),
  p_ch4: coefficient(),
  ef_co2: coefficient(),
  ef_ch4: coefficient(),
  of: coefficient(),
  k: coefficient(),
  p: coefficient(),
  share: coefficient(),
  cf: coefficient(),
});

export type CoefficientName = keyof z.output<typeof coefficientsSchema>;
export const COEFFICIENT_NAMES = Object.keys(coefficientsSchema.shape) as CoefficientName[];

/**
 * A dictionary row on the wire.
 * `units`: the unit of each coefficient, and of `volume` if the row fixes the unit of the quantity
 * that it multiplies.
 * `custom`: the row «Фактическое значение»; the user types the coefficients that it lacks.
 */
const dictionaryEntrySchema = z.extend(coefficientsSchema, {
  id: z.int(),
  name: z.string(),
  units: z.record(z.string(), z.string()),
  source: rowSourceSchema,
  mark: markSchema,
  custom: z.exactOptional(z.literal(true)),
  note: z.exactOptional(z.string()),
});

export type DictionaryEntry = Wire<typeof dictionaryEntrySchema>;

/** A dictionary as the server returns it: all rows on one page. */
export const dictionarySchema = z.object({
  count: z.int(),
  next: z.null(),
  previous: z.null(),
  results: z.array(dictionaryEntrySchema),
  version: described(day(), 'Версия данных: день последнего изменения', { format: 'date' }),
});

export type Dictionary = Wire<typeof dictionarySchema>;

/**
 * The dictionary row that preset coefficients of a stored calculation; the server determines it.
 */
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
