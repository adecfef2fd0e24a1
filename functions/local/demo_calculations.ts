import { type CalculationDefinition, numberInputs } from '#core/calculations/definition.ts';
import type { DictionaryEntry } from '#core/contract/dictionary.ts';

/**
 * Yearly quantities of the demonstration mine by name; the n-th calculation of a type uses the n-th
 * value. Invented, typical of an average mine.
 */
const QUANTITIES: Readonly<Record<string, readonly number[]>> = {
  'Добыча угля': [2_350_000, 1_940_000, 1_720_000],
  'Относительная метанообильность': [14.6, 11.2, 9.8],
  'Объём газовоздушной смеси': [86_400, 52_700, 31_200],
  'Масса израсходованного топлива': [4_260, 1_185.5, 640],
  'Объём метана, поданного в факел': [5_840, 4_310, 2_075],
  'Расход топлива': [12.4, 8.75, 3.2],
  'Концентрация метана': [0.7, 38, 12],
  'Абсолютная метанообильность': [24.5, 11.2, 6.4],
};

/** Value of any other quantity, in its own unit. */
const ANY_QUANTITY = 100;

/** Most calculations of each type. */
const MOST = 3;

/** Body of a request that creates a calculation, without its project. */
export type DemoCalculation = Readonly<Record<string, unknown>> & { readonly name: string };

/**
 * The demonstration's calculations of one type. If one dictionary has the coefficients, each
 * calculation uses another row and its name; otherwise they are parts of the mine with the first
 * rows.
 */
export function demoCalculations(
  definition: CalculationDefinition,
  rowsOf: (dictionary: string) => readonly DictionaryEntry[],
): DemoCalculation[] {
  const dictionaries = (definition.dictionaries ?? []).map((use) => ({
    use,
    rows: rowsOf(use.name).filter(({ custom }) => !custom),
  }));
  const only = dictionaries.length === 1 ? dictionaries[0]?.rows : undefined;
  return Array.from({ length: Math.min(MOST, only?.length || MOST) }, (_, index) => {
    const chosen = dictionaries.map(({ use, rows }) => ({ use, row: rows[only ? index : 0] }));
    const presets = chosen.flatMap(({ use, row }) =>
      row ? use.presets.map((name) => [name, coefficientOf(row, name)]) : [],
    );
    return {
      name: only?.[index]?.name ?? `Участок № ${index + 1}`,
      ...measured(definition, index),
      ...Object.fromEntries(presets),
      actual: chosen.flatMap(({ use, row }) => (row ? [] : [use.name])),
    };
  });
}

function measured(definition: CalculationDefinition, index: number): Record<string, number> {
  const asked = numberInputs(definition).filter(([, { fixed }]) => fixed === undefined);
  return Object.fromEntries(
    asked.map(([name, { label, min, max }]) => {
      const known = QUANTITIES[label];
      const value = known?.[Math.min(index, known.length - 1)] ?? ANY_QUANTITY;
      return [name, Math.min(max, Math.max(min, value))];
    }),
  );
}

function coefficientOf(row: DictionaryEntry, name: string): unknown {
  return (row as unknown as Readonly<Record<string, unknown>>)[name];
}
