import type { NumberInput, NumberResult } from './definition.ts';

/**
 * Inputs and results that several calculation types share without any difference. A type that
 * differs defines its own.
 */

/** A number with at most six decimals, which a dictionary may preset. `min`, `max`: inclusive, in `unit`. */
export function coefficient(label: string, symbol: string, unit: string, min: number, max: number) {
  return { kind: 'number', label, symbol, unit, min, max, coefficient: true } as const satisfies NumberInput;
}

export const coalMined = {
  kind: 'number',
  label: 'Добыча угля',
  symbol: 'V',
  unit: 'т',
  min: 0,
  max: 1e9,
  uncertainty: 'coal_production',
} as const satisfies NumberInput;

export const methaneToFlare = {
  kind: 'number',
  label: 'Объём метана, поданного в факел',
  symbol: 'V',
  unit: 'тыс. м³',
  min: 0,
  max: 1e7,
  hint: 'Объём чистого метана: объём смеси, умноженный на долю CH₄ в ней.',
  uncertainty: 'drainage_flow',
} as const satisfies NumberInput;

/** m³ CH4 per tonne of coal. */
export const methanePerTonne = {
  kind: 'number',
  label: 'Коэффициент выбросов CH₄',
  symbol: 'EF',
  unit: 'м³/т',
  min: 0,
  max: 200,
  coefficient: true,
} as const satisfies NumberInput;

export const methaneDensity = {
  kind: 'number',
  label: 'Коэффициент перевода объёма метана в массу',
  symbol: 'ρ',
  unit: 'кг/м³',
  min: 0.1,
  max: 2,
  coefficient: true,
} as const satisfies NumberInput;

/** Inputs of a tier 1 factor per tonne of coal. */
export const coalAndFactor = { volume: coalMined, ef: methanePerTonne, koef_transform: methaneDensity } as const;

/** Methane of coal by such a factor, t, as a part of an object. */
export const methaneOfFactor = {
  methane: ['volume', 'ef', 'koef_transform'],
  per: 1000,
  coal: 'volume',
  density: 'koef_transform',
} as const;

/** Mass of CO2, t. */
export function carbonDioxide<const F extends string>(formula: F) {
  return {
    kind: 'number',
    label: 'Выбросы CO₂',
    symbol: 'M(CO₂)',
    unit: 'т',
    decimals: 2,
    formula,
  } as const satisfies NumberResult;
}

/** Mass of CH4, t. */
export function methane<const F extends string>(formula: F) {
  return {
    kind: 'number',
    label: 'Выбросы CH₄',
    symbol: 'M(CH₄)',
    unit: 'т',
    decimals: 2,
    formula,
  } as const satisfies NumberResult;
}

/** CO2 equivalent of `res_ch4`, t. */
export const methaneAsCarbonDioxide = {
  kind: 'number',
  label: 'Выбросы CH₄ в пересчёте на CO₂',
  symbol: 'M(CO₂-экв.)',
  unit: 'т CO₂-экв.',
  decimals: 2,
  formula: 'res_ch4 * GWP_CH4',
} as const satisfies NumberResult;

/**
 * Results of the types that take coal in tonnes: m³/t · t · kg/m³ gives kilograms, which are
 * stored; the screen shows tonnes.
 */
export const methaneOfCoal = {
  res_ch4: { ...methane('volume * ef * koef_transform'), unit: 'кг', display: { unit: 'т', divisor: 1000 } },
  res_ch4_to_co2: { ...methaneAsCarbonDioxide, unit: 'кг CO₂-экв.', display: { unit: 'т CO₂-экв.', divisor: 1000 } },
} as const satisfies Record<string, NumberResult>;
