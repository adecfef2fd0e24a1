import type { Chance } from './chance.ts';

/** A change of a JSON or LightGBM file as text, a character a byte. */
export type TextMutation = (text: string, chance: Chance) => string;

const NUMBER = /(?<![\w.])[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|inf|nan)(?![\w.])/g;

/** What may stand where a number stood. */
const STRANGE = [
  ...[
    '-1',
    '0',
    '-0',
    '1',
    '2',
    '1e309',
    '-1e309',
    '1e-400',
    '1e39',
    'NaN',
    'nan',
    'inf',
    '-inf',
    'Infinity',
    '-Infinity',
  ],
  ...['2147483647', '2147483648', '-2147483648', '-2147483649', '4294967295', '4294967296', '9007199254740993'],
  ...['9223372036854775807', '18446744073709551616', '0x10', '1_000', '1,5', '', ' ', '-', '+', '.', 'e5', '1e', '1e+'],
  ...[
    'null',
    'true',
    'false',
    '"5"',
    '[]',
    '{}',
    '[0]',
    '1'.repeat(5000),
    `0.${'0'.repeat(5000)}1`,
    `1e${'9'.repeat(400)}`,
  ],
  ...['1e-999999999', '1e999999999', `${'9'.repeat(400)}e-400`, '00012', '--1', '1.2.3', '\u0000', '\u00ff'],
];

export const TEXT_MUTATIONS: Readonly<Record<string, TextMutation>> = {
  'a number replaced by a strange one': (text, chance) => withNumber(text, chance, () => chance.of(STRANGE)),
  'a number replaced by another of the file': (text, chance) => {
    const numbers = text.match(NUMBER) ?? ['0'];
    return withNumber(text, chance, () => chance.of(numbers));
  },
  'a number one more or less': (text, chance) =>
    withNumber(text, chance, (number) => String(Number(number) + chance.of([1, -1, 256, -256]))),
  'a small number somewhere': (text, chance) => withNumber(text, chance, () => String(chance.below(40) - 4)),
  'a line lost': (text, chance) => changeLines(text, chance, (lines, at) => lines.splice(at, 1)),
  'a line twice': (text, chance) => changeLines(text, chance, (lines, at) => lines.splice(at, 0, lines[at] ?? '')),
  'a line elsewhere': (text, chance) =>
    changeLines(text, chance, (lines, at) => lines.splice(chance.below(lines.length), 0, ...lines.splice(at, 1))),
  'a value lost': (text, chance) =>
    changeLines(text, chance, (lines, at) => lines.splice(at, 1, (lines[at] ?? '').replace(/[=:].*$/, '='))),
  'an item of a list lost or more': (text, chance) =>
    changeLines(text, chance, (lines, at) => {
      const [first = '', ...items] = (lines[at] ?? '').split(/(?<=[ ,])/);
      if (chance.happens(0.5)) items.splice(chance.below(items.length), 1);
      else items.splice(chance.below(items.length), 0, chance.of(['0 ', '7,', '-1 ', '1e300 ']));
      lines.splice(at, 1, first + items.join(''));
    }),
  'line ends of Windows': (text) => text.replaceAll('\n', '\r\n'),
  'a byte order mark': (text) => `\u00ef\u00bb\u00bf${text}`,
  'deep nesting': (text, chance) => {
    const at = chance.below(text.length);
    const depth = chance.of([60, 70, 1000, 200_000]);
    const [open, close] = chance.of([
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"a":[', ']}]'],
    ] as const);
    const closing = chance.happens(0.5) ? close.repeat(depth) : '';
    return `${text.slice(0, at)}${open.repeat(depth)}${closing}${text.slice(at)}`;
  },
  'an endless text': (text, chance) => {
    const at = chance.below(text.length);
    return `${text.slice(0, at)}"${'\u00d1\u0089'.repeat(300_000)}${text.slice(at)}`;
  },
  'a strange escape': (text, chance) => {
    const quotes = [...text.matchAll(/"/g)].map(({ index }) => index);
    const at = (quotes.length > 0 ? chance.of(quotes) : chance.below(text.length)) + 1;
    const strange = chance.of(['\\', '\\u12', '\\ud800', '\\x41', '\\u0000', '\\"', '\u0001', '\\u005f_proto__']);
    return `${text.slice(0, at)}${strange}${text.slice(at)}`;
  },
  'a name twice': (text, chance) => {
    const members = [...text.matchAll(/"\w+":(?:"[^"]*"|\[[^[\]{}]*\]|[^,[\]{}]+)/g)];
    if (members.length === 0) return text;
    const [{ index: at }, other] = [chance.of(members), chance.of(members)];
    return `${text.slice(0, at)}${other[0]},${text.slice(at)}`;
  },
};

function withNumber(text: string, chance: Chance, change: (number: string) => string): string {
  const numbers = [...text.matchAll(NUMBER)];
  if (numbers.length === 0) return text;
  const { 0: number, index } = chance.of(numbers);
  return text.slice(0, index) + change(number) + text.slice(index + number.length);
}

function changeLines(text: string, chance: Chance, change: (lines: string[], at: number) => void): string {
  const lines = text.split('\n');
  change(lines, chance.below(lines.length));
  return lines.join('\n');
}
