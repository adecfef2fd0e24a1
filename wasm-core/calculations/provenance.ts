import { formatCoefficient } from '../contract/decimal.ts';
import type { Dictionary, DictionaryEntry, Provenance } from '../contract/dictionary.ts';
import type { CalculationDefinition, DictionaryUse, NumberInputs } from './definition.ts';

/**
 * The dictionary rows whose coefficients equal the inputs, at most one per dictionary. The server
 * stores them with the result; the form selects these rows when a calculation is edited. A
 * coefficient that no row covers is the user's actual value. So are the coefficients of the
 * dictionaries named in `actual`, even when they equal a row; «Фактическое значение» is then the
 * source of the numbers that this row fixes. Where no row has all the inputs, `presets` names the
 * coefficients that the cited row does have: a typed factor leaves a normative density its norm.
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
    const rows = dictionary?.results ?? [];
    const row = rows.find((entry) => Boolean(entry.custom) === typed && matches(entry, use, inputs));
    if (dictionary && row) return provenance(use, dictionary.version, row);
    return dictionary && !typed ? byCoefficient(use, dictionary, inputs) : [];
  });
}

/**
 * The row that fixes some of the inputs, where none has all of them: «Фактическое значение», or the one row that agrees in most
 * coefficients; of several that agree in as many, none is the source.
 */
function byCoefficient(use: DictionaryUse, { results, version }: Dictionary, inputs: NumberInputs): Provenance[] {
  const agreed = results.map((row) => ({
    row,
    presets: presetsOf(row, use).filter((preset) => isSame(row, preset, inputs)),
  }));
  const custom = agreed.find(({ row, presets }) => row.custom && presets.length === presetsOf(row, use).length);
  const most = Math.max(0, ...agreed.filter(({ row }) => !row.custom).map(({ presets }) => presets.length));
  const best = agreed.filter(({ row, presets }) => !row.custom && presets.length === most);
  const [found, second] = custom ? [custom] : best;
  if (!found || second || found.presets.length === 0) return [];
  const { row, presets } = found;
  return provenance(use, version, row).map((record) => {
    const units = Object.fromEntries(Object.entries(record.units).filter(([name]) => presets.includes(name)));
    return { ...record, presets, units };
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
  return presetsOf(row, use).every((preset) => isSame(row, preset, inputs));
}

function isSame(row: DictionaryEntry, preset: string, inputs: NumberInputs): boolean {
  const value = inputs[preset];
  const coefficients = row as unknown as Readonly<Record<string, unknown>>;
  return value !== undefined && coefficients[preset] === formatCoefficient(value);
}
