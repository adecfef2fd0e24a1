import type { Writable } from 'node:stream';
import { cleanText, exactNumberText } from './clean_text.ts';
import type { ReportCell, ReportRow, Section, SectionColumn } from './section.ts';
import { writeChunk } from './write_chunk.ts';
import type { ExportWriter } from './writer.ts';

/** Line of a heading, in characters. */
const LINE = 78;

/** Labels longer than this are not waited for: their values stand behind them as they come. */
const LABEL_MAX = 70;

/** Characters by which a spreadsheet that opens the text would take a cell for a formula. */
const FORMULA_START = /^\s*[=+\-@＝＋－＠]/u;

/**
 * A report as text for Notepad: UTF-8 with its mark, lines that end as Windows programs expect, decimal comma. A section of two columns
 * is a list of facts; of more, a block of lines per row.
 */
async function writeText(sections: readonly Section[], out: Writable): Promise<void> {
  out.write('\ufeff');
  for (const section of sections) {
    await writeChunk(out, lines([section.title.toUpperCase(), '='.repeat(LINE)]));
    const { columns, blocks } = await section.open();
    let number = 0;
    for await (const rows of blocks) {
      if (columns.length === 2) await writeChunk(out, lines(facts(columns, rows)));
      else for (const row of rows) await writeChunk(out, lines(block(columns, row, ++number)));
    }
    await writeChunk(out, lines(['']));
  }
}

/** Cells of a text, at most: hundreds of megabytes. */
const CELL_LIMIT = 25_000_000;

export const writer: ExportWriter = { cellLimit: CELL_LIMIT, write: writeText };

type Columns = readonly SectionColumn[];

function facts(columns: Columns, rows: readonly ReportRow[]): string[] {
  const isText = columns[1]?.kind === 'text';
  return labelled(rows.map(([label = null, value = null]) => [plain(label), isText ? inert(value) : plain(value)]));
}

/** «1. Name», then a line per value that there is. */
function block(columns: Columns, row: ReportRow, number: number): string[] {
  const [name = null, ...values] = row;
  const pairs = values.flatMap((value, place): [string, string][] => {
    const { header = '', kind } = columns[place + 1] ?? {};
    return value === null || value === '' ? [] : [[header, kind === 'text' ? inert(value) : plain(value)]];
  });
  return ['', `${number}. ${inert(name)}`, ...labelled(pairs).map((line) => `   ${line}`)];
}

/** Values under each other, behind the longest of their labels. */
function labelled(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...pairs.map(([label]) => label.length).filter((length) => length <= LABEL_MAX));
  return pairs.map(([label, value]) => `${`${label}: `.padEnd(width + 2)}${value}`);
}

/** A text of a person that nothing takes for a formula. */
function inert(cell: ReportCell): string {
  const text = plain(cell);
  return typeof cell === 'string' && FORMULA_START.test(text) ? `'${text}` : text;
}

function plain(cell: ReportCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return exactNumberText(cell);
  if (typeof cell === 'string')
    return cleanText(cell)
      .replace(/\s*\n\s*/g, '; ')
      .replaceAll('\t', ' ');
  return 'day' in cell ? cell.day : momentText(cell.moment);
}

/** «2026-11-21 09:00» of an instant, in UTC. */
function momentText(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\r\n`).join('');
}
