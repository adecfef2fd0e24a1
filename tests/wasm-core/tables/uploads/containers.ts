import { gzipSync } from 'node:zlib';
import type { Kind } from './kinds.ts';
import { group, type Outcome, type Upload, utf8 } from './upload.ts';
import { type MadeWorkbook, workbook } from './workbook_maker.ts';
import { deflatedLetters, headed, looseLetters, type Part, packedOnce, zip } from './zip_maker.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const HIDDEN: Part = { name: 'xl/hidden.xml', content: 'x' };
const broken: Outcome = { status: 400, code: 'broken_file' };
const other: Outcome = { status: 415, code: 'unsupported_file' };
const large: Outcome = { status: 413, code: 'too_large' };

const worksheet = (data: string) => `<worksheet><sheetData>${data}</sheetData></worksheet>`;

// Bombs that are the same for every kind of calculation.
const manyTexts = packedOnce(() => `<sst>${looseParts(3000, 24_000, '<si><t>', '</t></si>')}</sst>`);
const longCell = packedOnce(() =>
  worksheet(`<row r="1"><c t="inlineStr"><is><t>${looseLetters(50_000_000)}</t></is></c></row>`),
);
const longAttribute = packedOnce(() => worksheet(`<row r="1" a="${looseLetters(10_400_000)}"/>`));

/** Files that are damaged, of another kind, locked, hostile. */
export function containers(kind: Kind): Upload[] {
  const good = (made: Partial<MadeWorkbook> = {}) =>
    workbook({ sheets: [{ name: 'Данные', rows: [kind.headers, ...kind.rows] }], ...made });
  const part = (name: string, change: Partial<Part>) =>
    good({ parts: (parts) => parts.map((each) => (each.name === name ? { ...each, ...change } : each)) });
  const more = (...added: Part[]) => good({ parts: (parts) => [...parts, ...added] });
  const cut = (share: number) => () => {
    const bytes = good();
    return bytes.slice(0, Math.floor(bytes.length * share));
  };
  const sheet = (xml: string | Uint8Array) => () => workbook({ sheets: [{ name: 'Данные', xml }] });
  return [
    ...group('broken container', 'xlsx', [
      ['no bytes', () => new Uint8Array(), { status: 400, code: 'empty_file' }],
      ['one byte', () => utf8('P'), other],
      ['cut at 10 %', cut(0.1), broken],
      ['cut at 50 %', cut(0.5), broken],
      ['cut at 90 %', cut(0.9), broken],
      ['end of the directory cut', () => good().slice(0, -10), broken],
      ['wrong checksum', () => part(SHEET, { crc: 1 }), broken],
      ['directory and header differ', () => part(SHEET, { localName: 'xl/worksheets/sheet9.xml' }), broken],
      ['two parts of one name', () => good({ parts: (parts) => [...parts, ...parts.slice(2, 3)] }), broken],
      ['zip64', () => good({ zip64: true }), broken],
      ['unknown compression', () => part(SHEET, { method: 12 }), broken],
      ['encrypted part', () => part(SHEET, { flags: 0x801 }), other],
    ]),
    ...group('wrong type', 'xlsx', [
      ['random bytes', () => Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 31 + i * 7 + (i >> 3)) & 255), other],
      ['PDF', () => utf8('%PDF-1.7\n1 0 obj\n<<>>\nendobj'), other],
      ['picture', () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0), other],
      ['web page called .xls', () => utf8('<html><table><tr><td>1</td></tr></table></html>'), other, 'отчёт.xls'],
      ['csv called .xlsx', () => utf8(`${kind.headers.join(';')}\n`), other],
      ['xlsx called .csv', () => good(), other, 'данные.csv'],
      ['Word document', zipped({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }), other],
      [
        'OpenDocument',
        zipped({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
        other,
      ],
      ['binary workbook', () => more({ name: 'xl/workbook.bin', content: 'x' }), other],
      ['PDF that is a zip too', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), good()]), other],
      ['gzipped csv', () => gzipSync(`${kind.headers.join(';')}\n`), other, 'данные.csv.gz'],
      [
        'test virus',
        () => utf8('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
        { status: 400, code: 'bad_table', row: 1 },
        'данные.csv',
      ],
    ]),
    ...group('macros and passwords', 'xlsx', [
      ['xlsm', () => good(), other, 'данные.xlsm'],
      ['macros in an xlsx', () => more({ name: 'xl/vbaProject.bin', content: 'x' }), other],
      ['add-in', () => good({ mainType: 'application/vnd.ms-excel.addin.macroEnabled.main+xml' }), other],
      ['Excel 4 macro sheet', () => more({ name: 'xl/macrosheets/sheet1.xml', content: '<x/>' }), other],
      ['password', () => ole('EncryptedPackage'), other],
      ['Excel 97–2003', () => ole('Workbook'), other, 'данные.xls'],
    ]),
    ...group('bombs', 'xlsx', [
      [
        '0.5 MB that unpack to 512 MB',
        () => part(SHEET, { deflated: deflatedLetters(512), size: 512 * 2 ** 20 }),
        { ...large, says: 'больше 256 МиБ' },
      ],
      [
        'lying size',
        () => part(SHEET, { deflated: deflatedLetters(512), size: 100_000 }),
        { ...broken, says: 'больше, чем сказано' },
      ],
      [
        'overlapping parts',
        () => more({ name: 'xl/outer.bin', method: 0, deflated: headed(HIDDEN) }, { ...HIDDEN, overlaps: true }),
        { ...broken, says: 'накладываются' },
      ],
      [
        '10,000 parts',
        () => more(...Array.from({ length: 10_000 }, (_, i) => ({ name: `xl/${i}`, content: '' }))),
        { ...large, says: '200 частей' },
      ],
      ['shared strings', () => part('xl/sharedStrings.xml', manyTexts()), { ...large, says: 'слишком много текста' }],
      ['cell of 50 MB', () => part(SHEET, longCell()), { ...large, says: 'значение длиннее 32767' }],
      [
        '65,500 cell formats',
        () => good({ formats: looseParts(65_500, 60, '<xf numFmtId="0" a="', '"/>') }),
        { ...large, says: 'слишком много стилей' },
      ],
      [
        'dimension of all rows and columns',
        () =>
          workbook({
            sheets: [
              { name: 'Данные', rows: [kind.headers, ...kind.rows], before: '<dimension ref="A1:XFD1048576"/>' },
            ],
          }),
        { columns: kind.columns },
      ],
    ]),
    ...group('XML', 'xlsx', [
      [
        'billion laughs',
        sheet(
          `<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>${worksheet('<row><c><v>&c;</v></c></row>')}`,
        ),
        { ...broken, says: 'DTD' },
      ],
      [
        'external entity',
        sheet(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${worksheet('<row><c><v>&b;</v></c></row>')}`),
        { ...broken, says: 'DTD' },
      ],
      [
        'external DTD',
        sheet(`<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">${worksheet('')}`),
        { ...broken, says: 'DTD' },
      ],
      [
        'depth of 10,000',
        sheet(worksheet('<a>'.repeat(10_000) + '</a>'.repeat(10_000))),
        { ...broken, says: 'вложенность' },
      ],
      ['attribute of 10 MB', () => part(SHEET, longAttribute()), { ...large, says: 'значение длиннее 32767' }],
      [
        'not UTF-8',
        sheet(
          Buffer.concat([
            Buffer.from('<worksheet><sheetData><row><c t="str"><v>'),
            Buffer.from([0xd8, 0x41, 0xff]),
            Buffer.from('</v></c></row></sheetData></worksheet>'),
          ]),
        ),
        broken,
      ],
      ['part in UTF-16', sheet(Buffer.from(`\ufeff${worksheet('<row r="1"/>')}`, 'utf16le')), broken],
      [
        'shared string that is not there',
        sheet(worksheet('<row r="1"><c r="A1" t="s"><v>7</v></c></row>')),
        { ...broken, row: 1, column: 'A' },
      ],
    ]),
    ...group('paths', 'xlsx', [
      ['part outside', () => more({ name: '../../etc/cron.d/x', content: 'x' }), broken],
      ['absolute part', () => more({ name: '/etc/passwd', content: 'x' }), broken],
      ['link', () => more({ name: 'xl/link', content: '/etc/passwd', mode: 0o120777 }), broken],
    ]),
  ];
}

/** Elements whose contents differ, so that they do not pack too well. */
function looseParts(count: number, length: number, open: string, close: string): string {
  const text = looseLetters(count * length);
  return Array.from({ length: count }, (_, at) => open + text.slice(at * length, (at + 1) * length) + close).join('');
}

/** The beginning of an OLE file with one named stream. */
function ole(name: string): Uint8Array {
  const bytes = Buffer.alloc(2048);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  Buffer.from(name, 'utf16le').copy(bytes, 1024);
  return new Uint8Array(bytes);
}

/** A container of text parts by name. */
function zipped(parts: Readonly<Record<string, string>>) {
  return () => zip(Object.entries(parts).map(([name, content]) => ({ name, content })));
}
