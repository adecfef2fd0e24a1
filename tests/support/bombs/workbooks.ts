import { constants, crc32, deflateRawSync } from 'node:zlib';
import { rowXml, workbook } from '../../wasm-core/tables/uploads/workbook_maker.ts';
import type { Part } from '../../wasm-core/tables/uploads/zip_maker.ts';

// Workbooks whose reading costs a careless reader far more than their size suggests.

const FORECAST_HEADERS = ['x1', 'x2', 'x7', 'x8', 'x12', 'x13', 'x15'];

/** `rows` × 7 cells of numbers, all of which refer to one shared text. */
export function sharedNumbers(text: string, rows: number): Uint8Array {
  const cells = FORECAST_HEADERS.map(() => '<c t="s"><v>0</v></c>').join('');
  return workbook({
    strings: `<si><t xml:space="preserve">${text}</t></si>`,
    sheets: [{ name: 'А', data: rowXml(FORECAST_HEADERS, 1) + `<row>${cells}</row>`.repeat(rows) }],
  });
}

/** `rows` cells of names that refer to `texts` in turn. */
export function sharedNames(texts: readonly string[], rows: number): Uint8Array {
  const strings = texts.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join('');
  const data = Array.from({ length: rows }, (_, row) => {
    const loosened = row % 1000 === 0 ? `<!--${noise(row + 1, 1000)}-->` : '';
    return `<row><c t="s"><v>${row % texts.length}</v></c><c><v>${1900 + (row % 300)}</v></c><c><v>1</v></c></row>${loosened}`;
  });
  return workbook({
    strings,
    sheets: [{ name: 'А', data: rowXml(['Объект', 'Год', 'Значение'], 1) + data.join('') }],
  });
}

/** `sheets` of one part, which holds `mebibytes` MiB of blank rows. */
export function aliasedSheets(sheets: number, mebibytes: number): Uint8Array {
  const part = blankSheet(mebibytes);
  return workbook({
    sheets: Array.from({ length: sheets }, (_, sheet) => ({ name: `Лист${sheet + 1}` })),
    parts: (parts) =>
      parts.flatMap((each): Part[] => {
        if (each.name === 'xl/_rels/workbook.xml.rels')
          return [{ ...each, content: String(each.content).replaceAll(/sheet\d+\.xml/g, 'sheet1.xml') }];
        if (each.name === 'xl/worksheets/sheet1.xml') return [part];
        return each.name.startsWith('xl/worksheets/') ? [] : [each];
      }),
  });
}

/** A sheet of blank rows, followed by a sheet with a table. */
export function blankBefore(mebibytes: number, rows: readonly (readonly (string | number)[])[]): Uint8Array {
  return workbook({
    sheets: [{ name: 'Пустой' }, { name: 'Данные', rows }],
    parts: (parts) => parts.map((each) => (each.name === 'xl/worksheets/sheet1.xml' ? blankSheet(mebibytes) : each)),
  });
}

/** `sheets` parts of `mebibytes` MiB of blank rows each. */
export function blankSheets(sheets: number, mebibytes: number): Uint8Array {
  const part = blankSheet(mebibytes);
  return workbook({
    sheets: Array.from({ length: sheets }, (_, sheet) => ({ name: `Лист${sheet + 1}` })),
    parts: (parts) =>
      parts.map((each) => (each.name.startsWith('xl/worksheets/') ? { ...part, name: each.name } : each)),
  });
}

/** A table, followed by `mebibytes` MiB of elements without a value. */
export function blankAfter(mebibytes: number, element: string): Uint8Array {
  const before = rowXml(['Объект', 'Год', 'Значение'], 1) + rowXml(['А', 2020, 1], 2) + rowXml(['А', 2021, 2], 3);
  return workbook({
    sheets: [{ name: 'А' }],
    parts: (parts) =>
      parts.map((each) =>
        each.name === 'xl/worksheets/sheet1.xml' ? loosePart(each.name, mebibytes, before, element) : each,
      ),
  });
}

/** `count` number formats of 255 signs `[`, and a table that uses none. */
export function numberFormats(count: number): Uint8Array {
  const code = '['.repeat(255);
  const formats = Array.from({ length: count }, (_, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`);
  return workbook({
    sheets: [
      {
        name: 'А',
        rows: [
          ['Объект', 'Год', 'Значение'],
          ['А', 2020, 1],
        ],
      },
    ],
    parts: (parts) =>
      parts.map((each) =>
        each.name === 'xl/styles.xml'
          ? { ...each, content: `<styleSheet><numFmts>${formats.join('')}</numFmts></styleSheet>` }
          : each,
      ),
  });
}

function blankSheet(mebibytes: number): Part {
  return loosePart('xl/worksheets/sheet1.xml', mebibytes, '', '<c s="1"/>');
}

const MIB = 2 ** 20;

/**
 * A sheet of `mebibytes` MiB of one element, packed as tightly as the reader's ratio limit permits. It is packed piece by piece
 * and never held unpacked: each block is packed once.
 */
function loosePart(name: string, mebibytes: number, before: string, element: string): Part {
  const elements = packed(element.repeat(Math.floor((MIB - 13_500) / element.length)));
  // Comments of random letters, one per block, keep the ratio below 100; deflate reaches a thousand without them.
  const blocks = Array.from({ length: mebibytes }, (_, at) => [elements, packed(`<!--${noise(at + 1, 13_500)}-->`)]);
  const head = packed(`<worksheet><sheetData>${before}<row r="100">`);
  const pieces = [head, ...blocks.flat(), packed('</row></sheetData></worksheet>', constants.Z_FINISH)];
  return {
    name,
    size: pieces.reduce((size, { content }) => size + content.length, 0),
    crc: pieces.reduce((crc, { content }) => crc32(content, crc), 0),
    deflated: Buffer.concat(pieces.map(({ deflated }) => deflated)),
  };
}

/** A piece of a deflated stream without references to earlier pieces. */
function packed(text: string, finishFlush: number = constants.Z_FULL_FLUSH) {
  const content = Buffer.from(text);
  return { content, deflated: deflateRawSync(content, { level: 9, finishFlush }) };
}

/** Letters that do not compress; the same seed gives the same letters. */
function noise(seed: number, length: number): string {
  let state = seed;
  const letters = Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'[state & 63];
  });
  return letters.join('');
}
