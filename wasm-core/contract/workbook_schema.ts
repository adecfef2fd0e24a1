import * as z from 'zod/mini';
import { count, described, type Wire } from './wire.ts';

/** A row of an inventory workbook that changes something. */
const workbookChangeSchema = z.object({
  sheet: z.string(),
  row: z.int(),
  name: z.string(),
  is_new: z.boolean(),
  cells: described(
    z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
    'Что отличается: было и стало',
  ),
});

/** What loading an inventory workbook changes, or has changed. */
export const workbookLoadSchema = z.object({
  is_stored: described(z.boolean(), 'false — проверка: ничего не записано'),
  created: count(),
  changed: count(),
  unchanged: count(),
  rows: described(z.array(workbookChangeSchema), 'Первые строки с изменениями, не больше 200'),
  notes: described(z.array(z.string()), 'Что не читалось и почему'),
});

export type WorkbookLoad = Wire<typeof workbookLoadSchema>;
