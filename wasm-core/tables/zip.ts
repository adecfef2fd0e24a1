import { MAX_ENTRIES, MAX_RATIO, MAX_UNPACKED_BYTES, RATIO_FREE_BYTES } from './limits.ts';
import { damagedFile, tooLarge, unsupportedFormat } from './refused.ts';

// Reads the directory of a zip and checks it against the file; nothing is unpacked here. PKWARE
// APPNOTE 6.3.10, section 4.3.

/** A part of the archive: its packed bytes and the facts of its directory entry. */
export interface ZipEntry {
  readonly name: string;
  readonly packed: Uint8Array;
  readonly deflated: boolean;
  readonly size: number;
  readonly crc: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const COMMENT_LIMIT = 65_535;
const UNIX_LINK = 0o120000;

/**
 * Parts of an archive by name; throws a TableStop for a damaged, encrypted, hostile or too large
 * one.
 */
export function zipEntries(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || start === 0xffffffff) throw damagedFile('архив в формате zip64, книги Excel его не требуют');
  if (count > MAX_ENTRIES)
    throw tooLarge(`В файле больше ${MAX_ENTRIES} частей. Оставьте в книге один лист с таблицей.`);
  if (view.getUint16(end + 8, true) !== count || view.getUint16(end + 4, true) !== 0)
    throw damagedFile('архив разбит на тома');
  const entries = new Map<string, ZipEntry>();
  const spans: (readonly [from: number, to: number])[] = [[start, end]];
  let at = start;
  for (let remaining = count; remaining > 0; remaining--) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL) throw damagedFile('оглавление архива не читается');
    const { entry, span, next } = readEntry(view, bytes, at);
    if (entries.has(entry.name)) throw damagedFile(`часть «${entry.name.slice(0, 50)}» встречается дважды`);
    entries.set(entry.name, entry);
    spans.push(span);
    at = next;
  }
  refuseOverlaps(spans);
  refuseBombs([...entries.values()]);
  return entries;
}

function readEntry(view: DataView, bytes: Uint8Array, at: number) {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const packedSize = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const nameLength = view.getUint16(at + 28, true);
  const name = nameOf(bytes, at + 46, nameLength);
  const local = view.getUint32(at + 42, true);
  const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  if (flags & 1) throw unsupportedFormat('Файл защищён паролем.', 'Снимите пароль и загрузите его снова.');
  if (method !== 0 && method !== 8) throw damagedFile(`часть «${name.slice(0, 50)}» сжата неизвестным способом`);
  if (size === 0xffffffff || packedSize === 0xffffffff || local === 0xffffffff)
    throw damagedFile('архив в формате zip64');
  refusePath(name, view.getUint32(at + 38, true) >>> 16);
  const from = localData(view, bytes, local, name, method);
  if (from + packedSize > bytes.length) throw damagedFile('файл обрывается');
  const packed = bytes.subarray(from, from + packedSize);
  const entry = { name, packed, deflated: method === 8, size, crc: view.getUint32(at + 16, true) };
  return { entry, span: [local, from + packedSize] as const, next };
}

/** Offset of the packed bytes; the local header before them must name the same part. */
function localData(view: DataView, bytes: Uint8Array, at: number, name: string, method: number): number {
  const differs = () => damagedFile('оглавление архива не совпадает с содержимым');
  if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL) throw differs();
  const nameLength = view.getUint16(at + 26, true);
  if (nameOf(bytes, at + 30, nameLength) !== name || view.getUint16(at + 8, true) !== method) throw differs();
  return at + 30 + nameLength + view.getUint16(at + 28, true);
}

function endOfDirectory(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_LENGTH - COMMENT_LIMIT);
  for (let at = view.byteLength - END_LENGTH; at >= lowest; at--) {
    if (view.getUint32(at, true) === END && at + END_LENGTH + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  }
  throw damagedFile('файл обрывается или архив не дописан');
}

function nameOf(bytes: Uint8Array, at: number, length: number): string {
  return new TextDecoder().decode(bytes.subarray(at, at + length));
}

function refusePath(name: string, unixMode: number): void {
  const outside = name.startsWith('/') || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name) || /^[a-z]:/i.test(name);
  if (outside || name.includes('\u0000') || (unixMode & 0o170000) === UNIX_LINK)
    throw damagedFile('часть архива указывает за его пределы');
}

function refuseOverlaps(spans: (readonly [from: number, to: number])[]): void {
  const sorted = spans.sort(([a], [b]) => a - b);
  const overlap = sorted.some(([from], index) => index > 0 && from < (sorted[index - 1]?.[1] ?? 0));
  if (overlap) throw damagedFile('части архива накладываются друг на друга');
}

function refuseBombs(entries: readonly ZipEntry[]): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_UNPACKED_BYTES) throw tooLargeUnpacked();
  if (entries.some(({ size, packed }) => size > RATIO_FREE_BYTES && size > packed.length * MAX_RATIO)) throw zipBomb();
}

/** The refusal of a file that unpacks to more than MAX_UNPACKED_BYTES. */
export function tooLargeUnpacked() {
  const limit = MAX_UNPACKED_BYTES / 1024 / 1024;
  return tooLarge(
    `В распакованном виде книга больше ${limit} МиБ. Оставьте в ней один лист с таблицей или сохраните его как CSV.`,
  );
}

/** The refusal of a part that compresses more than any spreadsheet. */
export function zipBomb() {
  return tooLarge('Содержимое книги сжато сильнее, чем бывает в таблицах. Сохраните таблицу заново как .xlsx или CSV.');
}
