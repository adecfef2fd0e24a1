import { latinLookAlikes } from './look_alikes.ts';

/**
 * The one spelling of a Guardant key's code: NFKC, without spaces and characters that show nothing, Cyrillic look-alikes as Latin
 * letters («АВ12» is «AB12»). Upper and lower case stay different.
 */
export function plainKeyCode(typed: string): string {
  const shown = typed.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\s]/gu, '');
  return [...shown].map(latinLetter).join('');
}

function latinLetter(char: string): string {
  const lower = char.toLowerCase();
  const latin = latinLookAlikes(lower);
  return char === lower ? latin : latin === lower ? char : latin.toUpperCase();
}
