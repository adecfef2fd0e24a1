/** Formats of an export, in the order of the screen. */
export const EXPORT_FORMATS = {
  txt: {
    contentType: 'text/plain; charset=utf-8',
    title: 'Текст',
    note: 'Для чтения и печати: открывается в Блокноте. Входные данные и результаты всех расчётов.',
    /** As specified: a text has no detailed form. */
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

/** Name of a file whose project has none that could be used. */
const NAMELESS = 'Report';

/** Longest file name, in bytes of UTF-8, ending included: disks take 255, browsers add to it. */
const NAME_BYTES = 200;

const UNFIT = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff"*/:<>?\\|]|\p{Cs}/gu;

/** Names of devices of Windows: no file can be called so. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Name of the file that a project is saved under: its own, as far as every disk takes it. */
export function exportFileName(project: string, format: ExportFormat): string {
  const plain = project.normalize('NFC').replace(UNFIT, ' ').replace(/\s+/g, ' ');
  const trimmed = cutBytes(plain.replace(/^[. ]+/, ''), NAME_BYTES - format.length - 1).replace(/[. ]+$/, '');
  const usable = DEVICE.test(trimmed) ? `_${trimmed}` : trimmed;
  return `${usable === '' ? NAMELESS : usable}.${format}`;
}

function cutBytes(text: string, limit: number): string {
  let bytes = 0;
  let cut = '';
  for (const char of text) {
    bytes += new TextEncoder().encode(char).length;
    if (bytes > limit) break;
    cut += char;
  }
  return cut;
}
