import { parseDecimal } from './decimal.ts';

/** Units of one quantity → power of ten over its smallest unit. */
const FAMILIES: readonly Readonly<Record<string, number>>[] = [
  { т: 0, 'тыс. т': 3 },
  { 'м³': 0, 'тыс. м³': 3, 'млн м³': 6 },
];

function familyOf(unit: string): Readonly<Record<string, number>> | undefined {
  return FAMILIES.find((family) => Object.hasOwn(family, unit));
}

/** Units in which a quantity of `unit` may be typed, `unit` among them; none where there is no choice. */
export function unitsOf(unit: string): string[] {
  return Object.keys(familyOf(unit) ?? {});
}

/**
 * A typed number of the unit `from` in the unit `to`: the decimal point moves, so nothing is rounded but the last binary digit. What is
 * no number stays as it is.
 */
export function inUnit(text: string, from: string, to: string): string {
  const family = familyOf(from);
  const [power, other] = [family?.[from], family?.[to]];
  if (power === undefined || other === undefined || power === other || !parseDecimal(text).ok) return text;
  const [mantissa = '', exponent = '0'] = text.replace(/\s/g, '').split(/[eE]/);
  const moved = parseDecimal(`${mantissa}e${Number(exponent) + power - other}`);
  return moved.ok ? String(moved.value) : text;
}
