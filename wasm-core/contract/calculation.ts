import * as z from 'zod/mini';
import { nameSchema } from './text.ts';

export type { Calculation, CalculationCommon, ListedCalculation, ProjectCalculations } from './calculation_schema.ts';

export const calculationNameSchema = nameSchema('Укажите название расчёта.');

export const projectIdSchema = z.string({ error: 'Укажите проект.' }).check(z.minLength(1, 'Укажите проект.'));

/** Names of the dictionaries whose coefficients the user typed as actual values. */
export const actualSchema = z._default(
  z
    .array(z.string().check(z.maxLength(64, 'Такого справочника нет.')))
    .check(z.maxLength(8, 'Столько справочников нет.')),
  [],
);
