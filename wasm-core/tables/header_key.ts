import { latinLookAlikes } from '../contract/look_alikes.ts';

/** Spellings of the same unit. */
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
 * Normalises a header or a unit: lower case, е for ё, single spaces, plain characters for
 * full-width and superscript ones.
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

/** Comparison key of a header: `plain`, with Cyrillic look-alikes as Latin letters. */
export function headerKey(text: string): string {
  return latinLookAlikes(
    plain(text)
      .replace(/[_\s]+/g, ' ')
      .replace(/[.:]$/, ''),
  );
}

/**
 * Comparison key of a unit: «тонн» and «т», «м3/мин.» and «м³/мин», «куб. м» and «м³» are equal.
 */
export function unitKey(text: string): string {
  const words = UNIT_WORDS.reduce((unit, [pattern, word]) => unit.replace(pattern, word), plain(text));
  return latinLookAlikes(words.replace(/[\s.^]/g, ''));
}

/**
 * Splits a header into name and unit, in every possible way: «Добыча угля, т», «Добыча угля (т)»
 * and «Добыча угля [т]» are «Добыча угля» in «т».
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
 * Whether a key of a file equals an expected key. A program that saves «м³» or «CH₄» in
 * windows-1251 writes «м?» and «CH?», so `?` matches any character.
 */
export function sameKey(key: string, expected: string): boolean {
  if (key === expected) return true;
  if (!key.includes('?') || key.length !== expected.length) return false;
  return [...key].every((char, at) => char === '?' || char === expected[at]);
}
