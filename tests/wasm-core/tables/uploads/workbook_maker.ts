import { type Part, zip } from './zip_maker.ts';

/** A cell as the XML of a workbook has it; `xml` is put in as it is, with `{r}` for the reference. */
export type MadeCell = string | number | null | { readonly xml: string };

export interface MadeSheet {
  readonly name: string;
  readonly state?: 'hidden' | 'veryHidden';
  readonly rows?: readonly (readonly MadeCell[])[];
  /** In place of rows: all that stands in <sheetData>. */
  readonly data?: string;
  /** Before and after <sheetData>. */
  readonly before?: string;
  readonly after?: string;
  /** In place of all the XML of the sheet. */
  readonly xml?: string | Uint8Array;
}

export interface MadeWorkbook {
  readonly sheets: readonly MadeSheet[];
  readonly strings?: string;
  readonly formats?: string;
  readonly from1904?: boolean;
  readonly mainType?: string;
  /** Changes the parts before they are packed. */
  readonly parts?: (parts: Part[]) => Part[];
  readonly zip64?: boolean;
}

const NS = 'http://schemas.openxmlformats.org';
const MAIN = `xmlns="${NS}/spreadsheetml/2006/main" xmlns:r="${NS}/officeDocument/2006/relationships"`;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

/** Bytes of a workbook. Cell formats: 0 plain, 1 dd.mm.yyyy, 2 percent. */
export function workbook(made: MadeWorkbook): Uint8Array {
  const parts = workbookParts(made);
  return zip(made.parts?.(parts) ?? parts, made.zip64);
}

/** The XML of a row of a sheet. */
export function rowXml(cells: readonly MadeCell[], row: number): string {
  return `<row r="${row}">${cells.map((cell, place) => cellXml(cell, `${letters(place)}${row}`)).join('')}</row>`;
}

export function workbookParts({ sheets, strings, formats, from1904, mainType = XLSX_TYPE }: MadeWorkbook): Part[] {
  const numbered = sheets.map((sheet, index) => ({ ...sheet, id: index + 1 }));
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${NS}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const relations = (inner: string) =>
    `${HEAD}<Relationships xmlns="${NS}/package/2006/relationships">${inner}</Relationships>`;
  return [
    {
      name: '[Content_Types].xml',
      content: `${HEAD}<Types xmlns="${NS}/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${mainType}"/></Types>`,
    },
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `${HEAD}<workbook ${MAIN}><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${numbered
        .map(
          ({ id, name, state }) =>
            `<sheet name="${name}" sheetId="${id}"${state ? ` state="${state}"` : ''} r:id="rId${id}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        numbered.map(({ id }) => relation(`rId${id}`, 'worksheet', `worksheets/sheet${id}.xml`)).join('') +
          relation('rId901', 'styles', 'styles.xml') +
          relation('rId902', 'sharedStrings', 'sharedStrings.xml'),
      ),
    },
    {
      name: 'xl/styles.xml',
      content: `${HEAD}<styleSheet ${MAIN}><cellXfs>${formats ?? FORMATS}</cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', content: `${HEAD}<sst ${MAIN}>${strings ?? ''}</sst>` },
    ...numbered.map(({ id, xml, rows = [], data, before = '', after = '' }) => ({
      name: `xl/worksheets/sheet${id}.xml`,
      content:
        xml ??
        `${HEAD}<worksheet ${MAIN}>${before}<sheetData>${data ?? rows.map((cells, row) => rowXml(cells, row + 1)).join('')}</sheetData>${after}</worksheet>`,
    })),
  ];
}

const FORMATS = '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/>';

function cellXml(cell: MadeCell, reference: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return cell.xml.replace('{r}', reference);
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function letters(place: number): string {
  const first = Math.floor(place / 26) - 1;
  if (first >= 26) return letters(first) + String.fromCharCode(65 + (place % 26));
  return (first >= 0 ? String.fromCharCode(65 + first) : '') + String.fromCharCode(65 + (place % 26));
}
