/** Cyrillic letters that look like Latin ones: users type «х1» in the Russian keyboard layout. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
};

/** A text in lower case with Cyrillic look-alikes as Latin letters. */
export function latinLookAlikes(text: string): string {
  return text.replace(/[авекмнорстухіѕ]/g, (letter) => LOOK_ALIKES[letter] ?? letter);
}
