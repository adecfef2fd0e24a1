import { type NumberInputs, numberInputs, type ResultValues } from '#core/calculations/definition.ts';
import { type Calculation, calculationNameSchema } from '#core/contract/calculation.ts';
import { formatCoefficient } from '#core/contract/decimal.ts';
import type { CalculationFields } from '../api/calls.ts';
import type { Draft } from './draft.ts';
import type { FormContext, Preview } from './form.ts';
import { actualOf } from './form.ts';

/** What is sent of a draft: coefficients as six-decimal strings, other numbers as they are. Results are never sent. */
export function calculationFields(
  { definition, dictionaries }: FormContext,
  draft: Draft,
  name: string,
  inputs: NumberInputs,
): CalculationFields {
  const values = numberInputs(definition).map(([input, { coefficient }]) => {
    const value = inputs[input] ?? Number.NaN;
    return [input, coefficient ? formatCoefficient(value) : value];
  });
  return { ...Object.fromEntries(values), name, actual: actualOf(definition, draft, dictionaries) };
}

/** A checked name, or why it is refused. */
export function parseName(text: string) {
  const parsed = calculationNameSchema.safeParse(text);
  if (parsed.success) return { ok: true, name: parsed.data } as const;
  return { ok: false, message: parsed.error.issues[0]?.message ?? '' } as const;
}

/** A result in which server and browser differ. */
export interface Disagreement {
  readonly label: string;
  readonly server: string;
  readonly browser: string;
}

/** Compares what the server has computed with the preview, bit for bit, and the cores by their hash. Empty: all the same. */
export function disagreements(
  { definition }: Pick<FormContext, 'definition'>,
  saved: Calculation,
  results: ResultValues,
  browserSha256: string,
): Disagreement[] {
  const values = Object.entries(definition.results)
    .filter(([name]) => !Object.is(saved[name], results[name]))
    .map(([name, { label }]) => ({ label, server: String(saved[name]), browser: String(results[name]) }));
  if (saved.core_sha256 === browserSha256) return values;
  const cores = { label: 'Расчётное ядро (SHA-256)', server: String(saved.core_sha256), browser: browserSha256 };
  return [...values, cores];
}

export type ComputedPreview = Extract<Preview, { readonly ok: true }>;
