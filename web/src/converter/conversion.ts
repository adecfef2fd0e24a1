import { parseDecimal } from '#core/contract/decimal.ts';
import type { CoefficientName, DictionaryEntry } from '#core/contract/dictionary.ts';
import type { DictionaryName } from '#core/dictionaries/index.ts';
import type { Core } from '#core/load.ts';

/** A conversion of a volume into a mass by a density of a reference book. */
export interface Conversion {
  readonly title: string;
  readonly dictionary: DictionaryName;
  /** Label of the choice of a row. */
  readonly rowLabel: string;
  /**
   * What may be converted: the row's coefficient that is its density, and its name. The first is
   * preselected.
   */
  readonly densities: Readonly<Partial<Record<CoefficientName, string>>>;
  readonly volumeLabel: string;
  readonly volumeUnit: string;
  readonly densityUnit: string;
  readonly formula: string;
  readonly compute: (core: Core, volume: number, density: number) => number;
}

export const CONVERSIONS = {
  fugitive: {
    title: 'CH₄ и CO₂ из м³ в тонны',
    dictionary: 'get_underground',
    rowLabel: 'Условия измерения',
    densities: { p_ch4: 'CH₄', p_co2: 'CO₂' },
    volumeLabel: 'Объём газа',
    volumeUnit: 'м³',
    densityUnit: 'кг/м³',
    formula: 'm = V · ρ / 1000',
    compute: (core, volume, density) => core.gasMass(volume, density),
  },
  fuel: {
    title: 'Топливо из литров в тонны по плотности',
    dictionary: 'get_coeff_co2_density',
    rowLabel: 'Марка топлива',
    densities: { p: 'Топливо' },
    volumeLabel: 'Объём топлива',
    volumeUnit: 'л',
    densityUnit: 'кг/л',
    formula: 'm = V · ρ / 1000',
    compute: (core, volume, density) => core.fuelMass(volume, density),
  },
} as const satisfies Record<string, Conversion>;

export type ConversionName = keyof typeof CONVERSIONS;

/** Largest volume that is converted: far above a year of any mine. */
const LARGEST = 1e12;

/**
 * The mass in tonnes, or why there is none: nothing is typed yet (no message), or what is typed is
 * wrong.
 */
export type Converted =
  | { readonly ok: true; readonly volume: number; readonly density: number; readonly mass: number }
  | { readonly ok: false; readonly message?: string };

/** Converts what is typed by the density that `row` gives. */
export function convert(
  core: Core,
  conversion: Conversion,
  density: CoefficientName,
  row: DictionaryEntry | undefined,
  typed: string,
): Converted {
  const given = row?.[density];
  if (given === undefined || typed.trim() === '') return { ok: false };
  const parsed = parseDecimal(typed);
  if (!parsed.ok) return parsed;
  if (parsed.value < 0) return { ok: false, message: 'Объём не бывает отрицательным. Проверьте знак.' };
  if (parsed.value > LARGEST) return { ok: false, message: 'Слишком большой объём. Проверьте единицу измерения.' };
  const value = Number(given);
  return {
    ok: true,
    volume: parsed.value,
    density: value,
    mass: conversion.compute(core, parsed.value, value),
  };
}
