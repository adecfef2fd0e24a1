import { strToU8, zipSync } from 'fflate';

const NAMES = ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];

/** Plausible numbers of a day, varied enough not to compress well. */
function dayOf(day: number): number[] {
  return [
    1200.5 + (day % 300),
    1250.25 + (day % 200),
    38.2 + (day % 4),
    10.17 + (day % 3),
    0.5 + (day % 999) / 10_000,
    1900 + (day % 100),
    3.98 + (day % 2),
  ];
}

/** A csv of so many days, as a Russian program writes it; from 90,000 days it exceeds four megabytes. */
export function daysAsCsv(count: number): string {
  const lines = [[...NAMES, 'Примечание'].join(';')];
  for (let day = 0; day < count; day++) {
    lines.push([...dayOf(day).map((value) => String(value).replace('.', ',')), 'норма'].join(';'));
  }
  return lines.join('\r\n');
}

/** The same days as a workbook of one sheet. */
export function daysAsXlsx(count: number): Uint8Array {
  const cells = (values: readonly (number | string)[], row: number) =>
    values
      .map((value, column) => {
        const place = `${String.fromCharCode(65 + column)}${row}`;
        return typeof value === 'number'
          ? `<c r="${place}"><v>${value}</v></c>`
          : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
      })
      .join('');
  const rows = [`<row r="1">${cells(NAMES, 1)}</row>`];
  for (let day = 0; day < count; day++) rows.push(`<row r="${day + 2}">${cells(dayOf(day), day + 2)}</row>`);
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
  const relation = (id: string, kind: string, target: string) =>
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/></Relationships>`;
  return zipSync(
    {
      '[Content_Types].xml': xml(
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
      ),
      '_rels/.rels': xml(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
      'xl/workbook.xml': xml(
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Дни" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': xml(relation('rId1', 'worksheet', 'worksheets/sheet1.xml')),
      'xl/worksheets/sheet1.xml': xml(`<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`),
    },
    { level: 6 },
  );
}
