import { russianNumber } from '../contract/russian.ts';
import type { UncertaintyLaw } from '../contract/uncertainty_law.ts';

/** A law in words: «± 5 %», «в 2 раза меньше или больше», with the unit of the quantity where it has one. */
export function lawText(law: UncertaintyLaw | { readonly law: 'fixed' }, unit = ''): string {
  const withUnit = (text: string) => (unit === '' ? text : `${text} ${unit}`);
  switch (law.law) {
    case 'symmetric':
      return `± ${russianNumber(law.percent)} %`;
    case 'factor':
      return `в ${russianNumber(law.factor)} ${law.factor >= 5 ? 'раз' : 'раза'} меньше или больше`;
    case 'absolute':
      return withUnit(`± ${russianNumber(law.half)}`);
    case 'uniform':
      return withUnit(`от ${russianNumber(law.min)} до ${russianNumber(law.max)}, равновероятно`);
    case 'triangular':
      return withUnit(`от ${russianNumber(law.min)} до ${russianNumber(law.max)}, чаще ${russianNumber(law.mode)}`);
    default:
      return 'не задана';
  }
}
