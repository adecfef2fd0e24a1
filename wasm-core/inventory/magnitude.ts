import type { NumberInputs, ResultValues } from '../calculations/definition.ts';
import { type CalculationType, definitionOf } from '../calculations/index.ts';
import { emissionOf } from '../calculations/totals.ts';
import { russianNumber } from '../contract/russian.ts';
import { MAGNITUDES } from './finding_limits.ts';

/** The rule that asks about magnitudes, by which a finding and its acknowledgement are named. */
export const MAGNITUDE_RULE = 'magnitude';

/**
 * What a volume beyond what one object has in a year would mean, for a question: «4 200 тыс. т — больше, чем бывает …: это 9 803 892 т
 * CO₂-экв.»; undefined where the volume is usual. `unit`: that of the volume, where a dictionary row narrows it.
 */
export function magnitudeText(
  type: CalculationType,
  inputs: NumberInputs,
  results: ResultValues,
  unit?: string,
): string | undefined {
  const limit = MAGNITUDES[type];
  const volume = inputs.volume ?? 0;
  if (!limit || volume <= limit.most) return undefined;
  const emission = emissionOf(type, results);
  const { total = '' } = definitionOf(type);
  const result = definitionOf(type).results[total];
  const shown = result?.kind === 'number' ? (result.display?.unit ?? result.unit) : '';
  // A total in plain tonnes is one of CO2.
  const gas = shown === 'т' ? 'т CO₂' : shown;
  const meaning = emission === undefined ? '' : `: это ${russianNumber(Math.round(emission))} ${gas}`;
  const usual = `больше, чем бывает у одного объекта за год (до ${russianNumber(limit.most)})`;
  return `${russianNumber(volume)} ${unit ?? limit.unit} — ${usual}${meaning}`;
}
