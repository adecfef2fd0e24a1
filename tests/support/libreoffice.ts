import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import type { Book, Found } from './export_readers.ts';

/** Whether LibreOffice Calc is installed: it reads as the office suites do. */
export const hasLibreOffice = isInstalled();

function isInstalled(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** Contents of a workbook as LibreOffice reads it: cells, and the number of formulas. */
export interface Opened {
  readonly book: Book;
  readonly formulas: number;
  readonly links: number;
}

/** Opens a workbook with LibreOffice and reads the plain XML that it saves. */
export function openWithLibreOffice(bytes: Uint8Array, format: string): Opened {
  const folder = mkdtempSync(join(tmpdir(), 'soffice-'));
  try {
    const file = join(folder, `book.${format}`);
    writeFileSync(file, bytes);
    const options = [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      'fods',
      '--outdir',
      folder,
    ];
    execFileSync('soffice', [...options, file], { stdio: 'pipe', timeout: 120_000 });
    return readFlat(readFileSync(join(folder, 'book.fods'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads a flat OpenDocument spreadsheet, as far as reports use it. */
function readFlat(xml: string): Opened {
  const book = new Map<string, Found[][]>();
  let rows: Found[][] = [];
  let row: Found[] = [];
  let formulas = 0;
  let links = 0;
  let isText = false;
  let cell: { type: string; value: string; texts: string[]; repeated: number } | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'table:table') {
      rows = [];
      book.set(String(attributes['table:name']), rows);
    } else if (name === 'table:table-row') row = [];
    else if (name === 'table:table-cell') {
      if (attributes['table:formula'] !== undefined) formulas += 1;
      const type = String(attributes['office:value-type'] ?? '');
      const value = String(attributes[type === 'date' ? 'office:date-value' : 'office:value'] ?? '');
      cell = { type, value, texts: [], repeated: Number(attributes['table:number-columns-repeated'] ?? 1) };
    } else if (name === 'text:p') {
      isText = true;
      cell?.texts.push('');
    } else if (name === 'text:a') links += 1;
    else if (name === 'text:s') append(' '.repeat(Number(attributes['text:c'] ?? 1)));
    else if (name === 'text:tab') append('\t');
    else if (name === 'text:line-break') append('\n');
  });
  const append = (text: string) => {
    if (isText && cell && cell.texts.length > 0) cell.texts[cell.texts.length - 1] += text;
  };
  parser.on('text', append);
  parser.on('closetag', ({ name }) => {
    if (name === 'text:p') isText = false;
    if (name === 'table:table-cell' && cell) {
      // Cells after the last one are repeated to the edge of the sheet.
      if (cell.repeated < 200) for (let times = 0; times < cell.repeated; times++) row.push(valueOfCell(cell));
      cell = undefined;
    } else if (name === 'table:table-row' && row.some((one) => one !== null)) {
      // Empty cells at the end of a row are part of that repetition.
      const [header = row] = rows;
      rows.push([...row, ...Array<null>(Math.max(0, header.length - row.length)).fill(null)]);
    }
  });
  parser.write(xml).close();
  return { book, formulas, links };
}

function valueOfCell({ type, value, texts }: { type: string; value: string; texts: readonly string[] }): Found {
  if (type === 'float' || type === 'percentage') return Number(value);
  if (type === 'date') return new Date(value.includes('T') ? `${value}Z` : `${value}T00:00:00Z`).toISOString();
  return type === 'string' ? texts.join('\n') : null;
}
