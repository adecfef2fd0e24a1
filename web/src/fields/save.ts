import { type NumberInputs, numberInputs } from '#core/calculations/definition.ts';
import { calculationNameSchema } from '#core/contract/calculation.ts';
import { formatCoefficient } from '#core/contract/decimal.ts';
import type { CalculationPayload } from '../api/calls.ts';
import type { Draft } from './draft.ts';
import type { FormContext, Preview } from './form.ts';
import { actualOf } from './form.ts';

/**
 * What is sent of a draft: coefficients as six-decimal strings, other numbers as they are. Results
 * are never sent.
 */
export function calculationFields(
  { definition, dictionaries }: FormContext,
  draft: Draft,
  name: string,
  inputs: NumberInputs,
): CalculationPayload {
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

export type ComputedPreview = Extract<Preview, { readonly ok: true }>;
