import type { Kind } from './kinds.ts';
import { group, letter, type Outcome, type Upload, utf8 } from './upload.ts';

const CP1251 = [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
const KOI8 = [...new TextDecoder('koi8-r').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];

/** A text in an 8-bit encoding. */
export function encoded(text: string, table: readonly string[] = CP1251): Uint8Array {
  return Uint8Array.from(text, (char) => {
    const byte = table.indexOf(char);
    if (byte < 0) throw new RangeError(`«${char}» is not in this encoding`);
    return byte;
  });
}

/** Texts that call themselves csv. */
export function texts(kind: Kind): Upload[] {
  const russian = (cell: string | number) => (typeof cell === 'number' ? String(cell).replace('.', ',') : cell);
  const lines = [kind.headers, ...kind.rows].map((row) => row.map(russian).join(';'));
  const csv = `${lines.join('\r\n')}\r\n`;
  // Headers that show the encoding, for kinds whose own are Latin.
  const spoken = csv.replace(/^date/, 'Дата').replace(/^name;year/, 'Шахта;Год');
  const good: Outcome = { columns: kind.columns };
  const isSeries = kind.headers.includes('year');
  const width = kind.headers.length;
  const quoted = [kind.headers, ...kind.rows].map((row) => row.map((cell) => `"${russian(cell)}"`).join(','));
  // A line break inside a header is a space to people, and a quoted cell may hold the delimiter.
  const broken = quoted.map((line, row) => (row === 0 ? line.replace(/^"(\w+)"/, '"$1\n"') : line)).join('\n');
  const bad = (code: string): Outcome => ({ status: 400, code });
  const some = [...csv].map((char) => char.charCodeAt(0)).length / 2;
  return group('csv', 'csv', [
    ['UTF-8 with its mark', () => utf8(`\ufeff${csv}`), good],
    ['UTF-16 with its mark', () => new Uint8Array(Buffer.from(`\ufeff${csv}`, 'utf16le')), good],
    ['windows-1251', () => encoded(spoken), good],
    ['KOI8-R', () => encoded(spoken.replace(/[«»]/g, ''), KOI8), bad('unknown_encoding')],
    [
      'UTF-8 and windows-1251 in one file',
      () => Buffer.concat([utf8(spoken), encoded('Шахта;2020;1\r\n')]),
      bad('mixed_encoding'),
    ],
    ['NUL in the text', () => utf8(`${csv.slice(0, some)}\u0000${csv.slice(some)}`), bad('nul_character')],
    [
      'a million columns',
      () => utf8(`${'a,'.repeat(1_000_000)}\n${'1,'.repeat(1_000_000)}\n`),
      { status: 413, code: 'too_large', row: 1 },
    ],
    [
      'one line of 50 MB',
      () => utf8(`${kind.headers.join(';')}\n${'1234567890'.repeat(5_000_000)}`),
      { status: 413, code: 'too_large', row: 2 },
    ],
    [
      'a quote that is not closed',
      () => utf8(csv.replace('\r\n', '\r\n"')),
      { status: 400, code: 'broken_quotes', row: 2 },
    ],
    ['lines that end with CR alone', () => utf8(csv.replaceAll('\r\n', '\r')), good],
    ['semicolons and decimal commas', () => utf8(csv), good],
    [
      'a row with more cells than headers',
      () => utf8(csv.replace(/\r\n$/, ';7;8\r\n')),
      { ...bad('bad_table'), row: 4, column: letter(width) } as Outcome,
    ],
    ['commas, quotes and a line break in a cell', () => utf8(broken), good],
    [
      '5,000,001 rows',
      () =>
        utf8(
          `${kind.headers.join(';')}\n${`${(kind.rows[0] ?? []).map(() => (isSeries ? '2' : '1')).join(';')}\n`.repeat(5_000_001)}`,
        ),
      { status: 413, code: 'too_many_rows' },
    ],
  ]);
}
