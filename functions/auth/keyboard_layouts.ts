// cspell:disable: rows of keys
/** Keys of the Russian layout (ЙЦУКЕН, GOST 6431) and, on the same keys, of QWERTY. */
const RUSSIAN_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";

/** Common transliteration of Russian letters; hard and soft signs are omitted. */
const LATIN_SOUNDS: Readonly<Record<string, string>> = Object.fromEntries(
  'а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

const LATIN_KEY_OF = new Map([...RUSSIAN_KEYS].map((key, place) => [key, LATIN_KEYS[place] ?? key]));

/** Distinct spellings of a text: as typed, by the same keys in the Latin layout, transliterated. */
export function layoutSpellings(text: string): string[] {
  const lower = text.toLowerCase();
  const byKey = [...lower].map((sign) => LATIN_KEY_OF.get(sign) ?? sign).join('');
  const bySound = [...lower].map((sign) => LATIN_SOUNDS[sign] ?? sign).join('');
  return [...new Set([text, byKey, bySound])];
}
