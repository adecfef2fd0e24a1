import * as z from 'zod/mini';
import { provenanceSchema } from './dictionary.ts';
import { nameSchema } from './text.ts';
import { versionedSchema } from './versioned.ts';
import { described, type Wire } from './wire.ts';

/**
 * What every stored calculation carries on the wire, beside the inputs and results of its type:
 * coefficients as six-decimal strings, other numbers as JSON numbers at full precision.
 */
export const calculationCommonSchema = z.extend(versionedSchema, {
  name: z.string(),
  project: z.string(),
  core_sha256: described(z.string(), 'SHA-256 вычислительного ядра'),
  provenance: described(
    z.array(provenanceSchema),
    'Строки справочников, из которых взяты коэффициенты; остальные ввёл пользователь',
  ),
  actual: described(z.array(z.string()), 'Справочники, вместо которых введены фактические значения'),
});

export type CalculationCommon = Wire<typeof calculationCommonSchema>;

export type Calculation = CalculationCommon & Readonly<Record<string, unknown>>;

export const calculationNameSchema = nameSchema('Укажите название расчёта.');

export const projectIdSchema = z.string({ error: 'Укажите проект.' }).check(z.minLength(1, 'Укажите проект.'));

/** Names of the dictionaries that the user replaced by actual values. */
export const actualSchema = z._default(
  z
    .array(z.string().check(z.maxLength(64, 'Такого справочника нет.')))
    .check(z.maxLength(8, 'Столько справочников нет.')),
  [],
);
