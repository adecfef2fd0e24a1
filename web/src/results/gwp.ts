import type { NumberResult } from '#core/calculations/definition.ts';
import { CONSTANTS } from '#core/constants.ts';
import { NORMS } from '#core/norms.ts';
import { formatNumber } from '../format.ts';

/** Whether a result is a CO2 equivalent: the potential it was converted with is beside it. */
export function isEquivalent({ unit }: NumberResult): boolean {
  return unit.includes('CO₂-экв.');
}

const NO_BREAK = '\u00a0';

/** «ПГП = 25 (распоряжение № 2979-р от 22.10.2021)». */
export function gwpText(gwp: number): string {
  const { symbol, source } = CONSTANTS.GWP_CH4;
  const { number, date } = NORMS[source.norm];
  const day = date.split('-').reverse().join('.');
  return `${symbol} = ${formatNumber(gwp)} (распоряжение Правительства РФ ${number.replace(' ', NO_BREAK)} от ${day})`;
}
