import { latinLookAlikes } from './look_alikes.ts';

/**
 * The normalised code of a Guardant key: NFKC, without spaces and invisible characters, Cyrillic
 * look-alikes as Latin letters («АВ12» is «AB12»). Upper and lower case remain distinct.
 */
export function plainKeyCode(typed: string): string {
  const visible = typed.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\s]/gu, '');
  return [...visible].map(latinLetter).join('');
}

function latinLetter(char: string): string {
  const lower = char.toLowerCase();
  const latin = latinLookAlikes(lower);
  return char === lower ? latin : latin === lower ? char : latin.toUpperCase();
}
