import type { NumberInputs } from '#core/calculations/definition.ts';
import { wireInputs } from '#core/calculations/schema.ts';
import { calculationNameSchema } from '#core/contract/calculation.ts';
import type { CalculationPayload } from '../api/calls.ts';
import type { Draft } from './draft.ts';
import { actualOf, type FormContext } from './form.ts';

/** What is sent of a draft: inputs, never results. */
export function calculationFields(
  { definition, dictionaries }: FormContext,
  draft: Draft,
  name: string,
  inputs: NumberInputs,
): CalculationPayload {
  return { ...wireInputs(definition, inputs), name, actual: actualOf(definition, draft, dictionaries) };
}

/** A checked name, or why it is refused. */
export function parseName(text: string) {
  const parsed = calculationNameSchema.safeParse(text);
  if (parsed.success) return { ok: true, name: parsed.data } as const;
  return { ok: false, message: parsed.error.issues[0]?.message ?? '' } as const;
}
