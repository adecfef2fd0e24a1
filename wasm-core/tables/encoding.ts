import { TableStop, unsupportedFormat } from './refused.ts';

/**
 * Bytes decoded at a time. Measured: a million rows peak at 390 MB with it, at 520 MB with four
 * times as many.
 */
const PIECE = 64 * 1024;

const NEXT = 'Сохраните файл как «CSV UTF-8» и загрузите снова.';

/**
 * Letters of Russian text in descending order of frequency; wrongly decoded text has rare letters.
 */
const FREQUENT = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё';

/**
 * A decoded piece of a file and the share of its bytes read so far, 0…1. A piece ends between two
 * characters.
 */
export interface TextPiece {
  readonly text: string;
  readonly share: number;
}

/**
 * Detects the encoding of a text file and decodes it in pieces; throws a TableStop if the encoding
 * is not certain.
 */
export function* textPieces(bytes: Uint8Array): Generator<TextPiece> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  for (let at = 0; at < bytes.length; at += PIECE) {
    const end = Math.min(at + PIECE, bytes.length);
    yield { text: decodeNext(decoder, bytes.subarray(at, end), end < bytes.length), share: end / bytes.length };
  }
}

/**
 * Detects the encoding of a text: UTF-8, UTF-16 with a byte order mark, or windows-1251 if it
 * decodes to Russian.
 */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  refuseBinary(bytes);
  if (isUtf8(bytes)) return 'utf-8';
  if (hasUtf8Words(bytes))
    throw new TableStop(400, 'mixed_encoding', `В файле смешаны две кодировки: UTF-8 и windows-1251. ${NEXT}`);
  const best = likeliest(bytes);
  if (best !== 'windows-1251')
    throw new TableStop(400, 'unknown_encoding', `Кодировка файла — не UTF-8 и не windows-1251. ${NEXT}`);
  return best;
}

function decodeNext(decoder: TextDecoder, piece: Uint8Array, more: boolean): string {
  try {
    return decoder.decode(piece, { stream: more });
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new TableStop(400, 'unknown_encoding', `Текст файла повреждён: в нём есть недопустимые символы. ${NEXT}`);
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE) {
      decoder.decode(bytes.subarray(at, at + PIECE), { stream: at + PIECE < bytes.length });
    }
    return true;
  } catch {
    return false;
  }
}

function refuseBinary(bytes: Uint8Array): void {
  const start = bytes.subarray(0, 4096);
  const controls = start.filter((byte) => byte > 0 && byte < 32 && byte !== 9 && byte !== 10 && byte !== 13).length;
  if (controls > start.length / 20)
    throw unsupportedFormat('Это не таблица: внутри двоичные данные.', 'Загрузите файл .xlsx или .csv.');
  if (bytes.includes(0))
    throw new TableStop(400, 'nul_character', `В тексте файла есть нулевые символы (NUL). ${NEXT}`);
}

/**
 * Whether two consecutive Russian letters in UTF-8 occur. In windows-1251 the same bytes would be
 * «Р» or «С» and a symbol, twice, which no Russian text has.
 */
function hasUtf8Words(bytes: Uint8Array): boolean {
  const isPair = (at: number) => {
    const [lead = 0, next = 0] = [bytes[at], bytes[at + 1]];
    return (lead === 0xd0 || lead === 0xd1) && next >= 0x80 && next < 0xc0;
  };
  for (let at = 0; at + 3 < bytes.length; at++) if (isPair(at) && isPair(at + 2)) return true;
  return false;
}

/** The 8-bit encoding with the highest likelihood of Russian text. */
function likeliest(bytes: Uint8Array): 'windows-1251' | 'koi8-r' | 'ibm866' | 'x-mac-cyrillic' {
  const sample = new Uint8Array(PIECE);
  let length = 0;
  for (let at = 0; at < bytes.length && length < PIECE; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80 || byte === 0x20 || byte === 0x3b) sample[length++] = byte;
  }
  const score = (encoding: string) => likelihood(sample.subarray(0, length), encoding);
  const encodings = ['windows-1251', 'koi8-r', 'ibm866', 'x-mac-cyrillic'] as const;
  return encodings.reduce((best, next) => (score(next) > score(best) ? next : best));
}

/**
 * Scores a decoded sample as Russian text: by letter frequency and by capitals, which only begin
 * words or fill them.
 */
function likelihood(sample: Uint8Array, encoding: string): number {
  const text = new TextDecoder(encoding).decode(sample);
  let sum = 0;
  for (const char of text.toLowerCase()) {
    const rank = FREQUENT.indexOf(char);
    if (rank >= 0) sum += 1 - rank / FREQUENT.length;
    else if (char > '\u007f') sum -= '«»№°—–³²\u00a0'.includes(char) ? 0 : 1;
  }
  return sum - 2 * (text.match(/[а-яё][А-ЯЁ]/g)?.length ?? 0);
}
