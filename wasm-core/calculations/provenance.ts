import { formatCoefficient } from '../contract/decimal.ts';
import type { Dictionary, DictionaryEntry, Provenance } from '../contract/dictionary.ts';
import type { CalculationDefinition, DictionaryUse, NumberInputs } from './definition.ts';

/**
 * The dictionary rows whose coefficients equal the inputs, one per dictionary at most. The server
 * keeps them with the result; the form uses them to select the rows of a stored calculation. What
 * no row covers is an actual value of the user, and so is what stands in `actual`: dictionaries
 * whose numbers were typed instead, even if they equal a row. The row «Фактическое значение» is
 * then the source of the numbers that it gives itself.
 */
export function findProvenance(
  definition: CalculationDefinition,
  inputs: NumberInputs,
  dictionaryOf: (name: string) => Dictionary | undefined,
  actual: readonly string[],
): Provenance[] {
  return (definition.dictionaries ?? []).flatMap((use) => {
    const dictionary = dictionaryOf(use.name);
    const typed = actual.includes(use.name);
    const row = dictionary?.results.find((entry) => Boolean(entry.custom) === typed && matches(entry, use, inputs));
    return dictionary && row ? provenance(use, dictionary.version, row) : [];
  });
}

/** The stored record of a chosen dictionary row; empty where the row has no number. */
export function provenance(use: DictionaryUse, version: string, row: DictionaryEntry): Provenance[] {
  const { id, name, units, source, mark } = row;
  const presets = presetsOf(row, use);
  return presets.length > 0 ? [{ dictionary: use.name, version, id, name, presets, units, source, mark }] : [];
}

/**
 * The inputs that a row gives: all of the dictionary's, or what «Фактическое значение» leaves
 * fixed.
 */
function presetsOf(row: DictionaryEntry, { presets, custom }: DictionaryUse): readonly string[] {
  return row.custom ? presets.filter((preset) => !custom?.includes(preset)) : presets;
}

function matches(row: DictionaryEntry, use: DictionaryUse, inputs: NumberInputs): boolean {
  const coefficients = row as unknown as Readonly<Record<string, unknown>>;
  return presetsOf(row, use).every((preset) => {
    const value = inputs[preset];
    return value !== undefined && coefficients[preset] === formatCoefficient(value);
  });
}
