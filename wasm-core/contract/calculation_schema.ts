import * as z from 'zod/mini';
import { provenanceSchema } from './dictionary_schema.ts';
import { ASSIGNED_ROLES } from './inventory_settings.ts';
import type { Page } from './page.ts';
import { PART_NAMES } from './parts.ts';
import { type OverruledUncertainties, overruledUncertaintiesSchema } from './uncertainty_schema.ts';
import { versionedSchema } from './versioned.ts';
import { described, type Wire } from './wire.ts';

/**
 * The wire fields of every stored calculation. The inputs and results of its type come in addition:
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
  origin: z.optional(described(z.string(), 'Расчёт, с которого снята копия')),
  object: z.exactOptional(described(z.string(), 'Объект, к которому относится расчёт; нет поля — не отнесён')),
  part: z.exactOptional(described(z.enum(PART_NAMES), 'Что он описывает')),
  uncertainty: z.exactOptional(
    described(overruledUncertaintiesSchema, 'Неопределённость полей, заданная человеком вместо обычной'),
  ),
  role: z.exactOptional(described(z.enum(ASSIGNED_ROLES), 'main — основной, added — слагаемое, control — контрольный')),
  placement_version: z.exactOptional(
    described(z.int(), 'Версия распределения, по которой прочитаны object, part и role; верните её вместе с ними'),
  ),
});

export type CalculationCommon = Omit<Wire<typeof calculationCommonSchema>, 'uncertainty'> & {
  readonly uncertainty?: OverruledUncertainties;
};

export type Calculation = CalculationCommon & Readonly<Record<string, unknown>>;

/** A calculation in the list of its project: as the list of its type shows it, and its type. */
export type ListedCalculation = Calculation & { readonly type: string };

/** A part of the calculations of a project, newest first, and how many there are of each type. */
export interface ProjectCalculations extends Page<ListedCalculation> {
  readonly types: Readonly<Record<string, number>>;
}
