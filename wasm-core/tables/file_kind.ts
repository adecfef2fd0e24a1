import { TableStop, unsupportedFormat } from './refused.ts';

const UPLOAD_TABLE = 'Загрузите исходную таблицу в формате .xlsx или .csv.';
const UNPACK = 'Распакуйте его и загрузите саму таблицу.';
const SAVE_AS = 'Откройте файл в программе таблиц и сохраните как «Книга Excel (.xlsx)» или CSV.';

/** Formats that users confuse with tables or send by mistake: what they are, the next step, their first bytes. */
const OTHER_FORMATS: readonly (readonly [what: string, next: string, signatures: readonly string[]])[] = [
  ['Это документ PDF, а не таблица.', UPLOAD_TABLE, ['%PDF']],
  ['Это документ RTF, а не таблица.', UPLOAD_TABLE, ['{\\rtf']],
  ['Это рисунок, а не таблица.', UPLOAD_TABLE, ['\x89PNG', '\xff\xd8\xff', 'GIF8']],
  ['Это архив gzip.', UNPACK, ['\x1f\x8b']],
  ['Это архив 7-Zip.', UNPACK, ['7z\xbc\xaf']],
  ['Это архив RAR.', UNPACK, ['Rar!']],
];

const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/**
 * Extensions of a workbook and of a text. A file without an extension is recognised by its bytes.
 */
const EXTENSIONS = { xlsx: ['xlsx'], text: ['csv', 'txt', 'tsv'] } as const;

/** Extensions of unsupported formats, each with the next step. */
const OTHER_EXTENSIONS: Readonly<Record<string, readonly [what: string, next: string]>> = {
  xlsm: ['Файл .xlsm может содержать макросы.', 'Сохраните его как «Книга Excel (.xlsx)» — без макросов.'],
  xltm: ['Файл .xltm может содержать макросы.', 'Сохраните его как «Книга Excel (.xlsx)» — без макросов.'],
  xlam: ['Файл .xlam — надстройка с макросами.', 'Загрузите саму таблицу, сохранённую как .xlsx.'],
  xlsb: ['Двоичную книгу .xlsb прочитать нельзя.', SAVE_AS],
  ods: ['Таблицу OpenDocument (.ods) прочитать нельзя.', SAVE_AS],
  numbers: ['Таблицу Numbers прочитать нельзя.', SAVE_AS],
};

/**
 * Detects the kind of a file by its first bytes and its extension, which must agree. Throws a
 * TableStop with the next step for other kinds: old and binary workbooks, macros, passwords,
 * documents, archives.
 */
export function fileKind(bytes: Uint8Array, fileName: string): 'xlsx' | 'text' {
  if (bytes.length === 0) throw new TableStop(400, 'empty_file', 'Файл пуст. Выберите другой файл.');
  const extension = /\.([^./\\]{1,10})$/.exec(fileName.trim().toLowerCase())?.[1];
  const start = latin(bytes, 0, 16);
  if (start.startsWith(OLE)) throw oldOrLocked(bytes);
  for (const [what, next, signatures] of OTHER_FORMATS) {
    if (signatures.some((signature) => start.startsWith(signature))) throw unsupportedFormat(what, next);
  }
  const other = extension !== undefined && Object.hasOwn(OTHER_EXTENSIONS, extension) && OTHER_EXTENSIONS[extension];
  if (other) throw unsupportedFormat(...other);
  const kind = start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06') ? 'xlsx' : 'text';
  if (kind === 'text') refuseMarkup(bytes);
  const agrees = extension === undefined || (EXTENSIONS[kind] as readonly string[]).includes(extension);
  if (!agrees) throw disagreement(kind, extension);
  return kind;
}

function disagreement(kind: 'xlsx' | 'text', extension: string): TableStop {
  if (kind === 'xlsx')
    return unsupportedFormat(
      `Внутри — книга или архив, а имя файла кончается на .${extension}.`,
      `Если это книга Excel, ${RENAME}`,
    );
  if ((EXTENSIONS.xlsx as readonly string[]).includes(extension))
    return unsupportedFormat('Это не книга Excel, хотя имя файла кончается на .xlsx.', SAVE_AS);
  return unsupportedFormat(`Файлы .${extension} не читаются.`, 'Загрузите таблицу в формате .xlsx или .csv.');
}

const RENAME = 'сохраните её с расширением .xlsx, иначе загрузите таблицу .xlsx или .csv.';

/** Refuses HTML or XML with the extension .xls or .csv. */
function refuseMarkup(bytes: Uint8Array): void {
  const start = latin(bytes, 0, 512)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  if (/^<(?:!doctype|html|head|table|\?xml|meta|body)/.test(start))
    throw unsupportedFormat('Это веб-страница или XML, а не книга Excel.', SAVE_AS);
}

/** The refusal of an OLE file: an encrypted workbook or one of Excel 97–2003. */
function oldOrLocked(bytes: Uint8Array): TableStop {
  if (contains(bytes, 'EncryptedPackage'))
    return unsupportedFormat(
      'Книга защищена паролем.',
      'Снимите пароль («Файл → Сведения → Защита книги») и загрузите её снова.',
    );
  return unsupportedFormat(
    'Это файл Office 97–2003 (.xls) — такие не читаются.',
    'Сохраните его как «Книга Excel (.xlsx)».',
  );
}

/** Whether an OLE directory contains a name, in UTF-16LE. */
function contains(bytes: Uint8Array, name: string): boolean {
  const codes = [...name].flatMap((char) => [char.charCodeAt(0), 0]);
  const first = codes[0] ?? 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (codes.every((code, index) => bytes[at + index] === code)) return true;
  }
  return false;
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
