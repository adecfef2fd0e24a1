/** Formats of an export, in the order of the screen. */
export const EXPORT_FORMATS = {
  txt: {
    contentType: 'text/plain; charset=utf-8',
    title: 'Текст',
    note: 'Для чтения и печати: открывается в Блокноте. Входные данные и результаты всех расчётов.',
    /** The specification defines no detailed form of a text file. */
    hasDetail: false,
  },
  xls: {
    contentType: 'application/vnd.ms-excel',
    title: 'Excel 97–2003',
    note: 'Для старых программ таблиц. Лист на каждый вид расчёта, до 65 535 строк на листе.',
    hasDetail: true,
  },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    title: 'Excel',
    note: 'Для Excel, LibreOffice и российских офисных пакетов. Лист на каждый вид расчёта.',
    hasDetail: true,
  },
} as const satisfies Record<string, ExportFormatFacts>;

interface ExportFormatFacts {
  readonly contentType: string;
  readonly title: string;
  readonly note: string;
  readonly hasDetail: boolean;
}

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormat[];

/** File name for a project whose own name has no usable character. */
const NAMELESS = 'Report';

/**
 * Longest file name with its extension, bytes of UTF-8: file systems take 255, browsers add a
 * suffix.
 */
const NAME_BYTES = 200;

const UNFIT = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff"*/:<>?\\|]|\p{Cs}/gu;

/** Reserved device names of Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** File name of an exported project: its name without characters that a file system refuses. */
export function exportFileName(project: string, format: ExportFormat): string {
  const plain = project.normalize('NFC').replace(UNFIT, ' ').replace(/\s+/g, ' ');
  const trimmed = cutBytes(plain.replace(/^[. ]+/, ''), NAME_BYTES - format.length - 1).replace(/[. ]+$/, '');
  const usable = DEVICE.test(trimmed) ? `_${trimmed}` : trimmed;
  return `${usable === '' ? NAMELESS : usable}.${format}`;
}

function cutBytes(text: string, limit: number): string {
  let bytes = 0;
  let truncated = '';
  for (const char of text) {
    bytes += new TextEncoder().encode(char).length;
    if (bytes > limit) break;
    truncated += char;
  }
  return truncated;
}
