import { formatCoefficient } from '../contract/decimal.ts';
import type { Dictionary, DictionaryEntry, Provenance } from '../contract/dictionary.ts';
import type { CalculationDefinition, DictionaryUse, NumberInputs } from './definition.ts';

/**
 * The dictionary rows whose coefficients equal the inputs, one per dictionary at most. The server keeps them with the result;
 * the form uses them to select the rows of a stored calculation. What no row covers is an actual value of the user, and so
 * is what stands in `actual`: dictionaries whose numbers were typed instead, even if they equal a row.
 */
export function findProvenance(
  definition: CalculationDefinition,
  inputs: NumberInputs,
  dictionaryOf: (name: string) => Dictionary | undefined,
  actual: readonly string[],
): Provenance[] {
  return (definition.dictionaries ?? []).flatMap((use) => {
    if (actual.includes(use.name)) return [];
    const dictionary = dictionaryOf(use.name);
    const row = dictionary?.results.find((entry) => matches(entry, use, inputs));
    return dictionary && row ? [provenance(use, dictionary.version, row)] : [];
  });
}

/** What is kept of a chosen dictionary row. */
export function provenance(use: DictionaryUse, version: string, row: DictionaryEntry): Provenance {
  const { id, name, units, source, mark } = row;
  return { dictionary: use.name, version, id, name, presets: use.presets, units, source, mark };
}

function matches(entry: DictionaryEntry, { presets }: DictionaryUse, inputs: NumberInputs): boolean {
  const coefficients = entry as unknown as Readonly<Record<string, unknown>>;
  return (
    !entry.custom &&
    presets.every((preset) => {
      const value = inputs[preset];
      return value !== undefined && coefficients[preset] === formatCoefficient(value);
    })
  );
}
