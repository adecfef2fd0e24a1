import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BOOK_READERS,
  ENABLING_COMMAND,
  prepare,
  pythonWith,
  runPython,
} from '../wasm-core/models/properties/python.ts';
import type { Book, Found } from './export_readers.ts';

/** Python with openpyxl and xlrd; CI installs them, elsewhere they may be missing. */
const python = process.env.CI ? await prepare(BOOK_READERS).catch(missing) : (pythonWith(BOOK_READERS) ?? missing());

function missing(): undefined {
  console.warn(`Workbooks are not read with Python. To enable it: ${ENABLING_COMMAND}`);
}

export const hasPythonReaders = python !== undefined;

/** openpyxl removes «x005F_» from every text, even if it is itself escaped. */
export function asOpenpyxlReads(text: string): string {
  return text.replaceAll('x005F_', '');
}

/** Reads a workbook with openpyxl (.xlsx) or xlrd (.xls); a formula cell throws. */
export async function readPython(bytes: Uint8Array, format: string): Promise<Book> {
  const folder = mkdtempSync(join(tmpdir(), 'books-'));
  try {
    const file = join(folder, `book.${format}`);
    writeFileSync(file, bytes);
    const printed = await runPython(python ?? '', ['tests/functions/export/read_books.py', file]);
    const books = JSON.parse(printed) as Readonly<Record<string, Readonly<Record<string, Found[][]>>>>;
    return new Map(Object.entries(books[file] ?? {}));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
