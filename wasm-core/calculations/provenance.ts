import { formatCoefficient } from '../contract/decimal.ts';
import type { Dictionary, DictionaryEntry, Provenance } from '../contract/dictionary.ts';
import type { CalculationDefinition, DictionaryUse, NumberInputs } from './definition.ts';

/**
 * The dictionary rows whose coefficients equal the inputs, at most one per dictionary. The server
 * stores them with the result; the form selects these rows when a calculation is edited. A
 * coefficient that no row covers is the user's actual value. So are the coefficients of the
 * dictionaries named in `actual`, even when they equal a row; «Фактическое значение» is then the
 * source of the numbers that this row fixes.
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

/** The stored record of a chosen dictionary row; empty when the row has no number. */
export function provenance(use: DictionaryUse, version: string, row: DictionaryEntry): Provenance[] {
  const { id, name, units, source, mark } = row;
  const presets = presetsOf(row, use);
  return presets.length > 0 ? [{ dictionary: use.name, version, id, name, presets, units, source, mark }] : [];
}

/**
 * The inputs that a row presets: all inputs of the dictionary, or for «Фактическое значение» those
 * that the user does not type.
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
