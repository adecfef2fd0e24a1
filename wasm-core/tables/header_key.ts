import { latinLookAlikes } from '../contract/look_alikes.ts';

/** Words of units that mean the same. */
const UNIT_WORDS: readonly (readonly [words: RegExp, unit: string])[] = [
  [/тонн[аы]?|tonnes?|tons?/g, 'т'],
  [/тысяч[аи]?/g, 'тыс'],
  [/миллион(?:а|ов)?/g, 'млн'],
  [/куб(?:\.|ических)?\s*м(?:етр(?:а|ов|ы)?)?/g, 'м3'],
  [/минут[аыу]?|min/g, 'мин'],
  [/процент(?:а|ов|ы)?|percent/g, '%'],
  [/\bm3/g, 'м3'],
  [/\bt\b/g, 'т'],
];

/**
 * A header or a unit in one spelling: any case, ё = е, any spaces, full-width and raised signs
 * plain.
 */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[«»"'„“”`]/g, '')
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What makes two headers the same: `plain`, with Cyrillic look-alikes as Latin letters. */
export function headerKey(text: string): string {
  return latinLookAlikes(
    plain(text)
      .replace(/[_\s]+/g, ' ')
      .replace(/[.:]$/, ''),
  );
}

/** What makes two units the same: «тонн» and «т», «м3/мин.» and «м³/мин», «куб. м» and «м³». */
export function unitKey(text: string): string {
  const words = UNIT_WORDS.reduce((unit, [pattern, word]) => unit.replace(pattern, word), plain(text));
  return latinLookAlikes(words.replace(/[\s.^]/g, ''));
}

/**
 * A header taken apart: «Добыча угля, т», «Добыча угля (т)», «Добыча угля [т]» are «Добыча угля» in
 * «т».
 */
export function splitUnit(header: string): readonly (readonly [name: string, unit: string])[] {
  const text = header.normalize('NFKC').trim();
  const bracket = /^(.*\S)\s*[([]([^()[\]]*)[)\]]$/s.exec(text);
  const comma = text.lastIndexOf(',');
  return [
    ...(bracket ? [[bracket[1]?.replace(/,\s*$/, '') ?? '', bracket[2] ?? ''] as const] : []),
    ...(comma > 0 ? [[text.slice(0, comma), text.slice(comma + 1)] as const] : []),
  ];
}

/** Year of a header of a wide table: «2024», «2024 г.», «2024год». */
export function headerYear(text: string): number | undefined {
  const match = /^(\d{4})\s*(?:г\.?|год)?$/.exec(plain(text));
  return match ? Number(match[1]) : undefined;
}

/**
 * Whether a key of a file is a key that is wanted. A program that saves «м³» or «CH₄» in
 * windows-1251 writes «м?» and «CH?».
 */
export function sameKey(key: string, wanted: string): boolean {
  if (key === wanted) return true;
  if (!key.includes('?') || key.length !== wanted.length) return false;
  return [...key].every((char, at) => char === '?' || char === wanted[at]);
}
