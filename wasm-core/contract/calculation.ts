import * as z from 'zod/mini';
import type { Provenance } from './dictionary.ts';
import { nameSchema } from './text.ts';
import type { Versioned } from './versioned.ts';

/**
 * What every stored calculation carries on the wire, beside the inputs and results of its type:
 * coefficients as six-decimal strings, other numbers as JSON numbers at full precision.
 */
export interface CalculationCommon extends Versioned {
  readonly name: string;
  readonly project: string;
  /** SHA-256 of the WebAssembly core that computed the results, hex. */
  readonly core_sha256: string;
  /** Dictionary rows behind the coefficients; a coefficient that no row covers was typed by the user. */
  readonly provenance: readonly Provenance[];
  /** Dictionaries in whose place the user typed actual values («Фактическое значение»). */
  readonly actual: readonly string[];
}

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
