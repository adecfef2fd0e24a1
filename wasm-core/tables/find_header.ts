import type { CalculationDefinition } from '../calculations/definition.ts';
import { cellText, isBlank, type Row, type RowBatch } from './cell.ts';
import { MAX_HEADER_LENGTH, MAX_ROWS_ABOVE } from './limits.ts';
import { type Recognised, recognise } from './recognise.ts';
import { TableStop } from './refused.ts';

export interface FoundHeader {
  /** Row number of the headers, from 1. */
  readonly header: number;
  readonly recognised: Recognised;
  /** The rows below. */
  readonly batches: Iterable<RowBatch>;
}

/**
 * Finds the header row among the leading rows: the first row with every column, otherwise the row
 * with the most columns. Titles may precede it.
 */
export function findHeader(
  batches: Iterable<RowBatch>,
  definition: CalculationDefinition,
  settings: Readonly<Record<string, string>>,
): FoundHeader {
  const iterator = batches[Symbol.iterator]();
  const { rows, share } = leadingRows(iterator);
  let best: { row: Row; recognised: Recognised } | undefined;
  for (const row of rows.filter(({ cells }) => !isBlankRow(cells)).slice(0, MAX_ROWS_ABOVE)) {
    const recognised = recognise(headersOf(row), definition, settings);
    if (!best || recognised.score > best.recognised.score) best = { row, recognised };
    if (recognised.faults.length === 0) break;
  }
  if (!best) throw new TableStop(400, 'empty_table', 'В файле нет данных. Заполните таблицу — образец есть в шаблоне.');
  const header = best.row.number;
  const below = rows.filter(({ number }) => number > header);
  return { header, recognised: best.recognised, batches: remaining({ rows: below, share }, iterator) };
}

/** The cells of a header row as texts; a missing cell is ''. */
export function headersOf({ cells }: Row): string[] {
  return Array.from(cells, (cell) => cellText(cell).trim().slice(0, MAX_HEADER_LENGTH));
}

/** Reads batches until there are enough rows with a value. */
export function leadingRows(iterator: Iterator<RowBatch>): RowBatch {
  const rows: Row[] = [];
  let filled = 0;
  let share = 0;
  for (let next = iterator.next(); !next.done; next = iterator.next()) {
    for (const row of next.value.rows) {
      rows.push(row);
      if (!isBlankRow(row.cells)) filled += 1;
    }
    share = next.value.share;
    if (filled >= MAX_ROWS_ABOVE) break;
  }
  return { rows, share };
}

function* remaining(first: RowBatch, iterator: Iterator<RowBatch>): Generator<RowBatch> {
  yield first;
  for (let next = iterator.next(); !next.done; next = iterator.next()) yield next.value;
}

function isBlankRow(cells: Row['cells']): boolean {
  return cells.every(isBlank);
}

/**
 * Texts of the most probable header row among the leading rows: most words, then most cells, then
 * the first.
 */
export function leadingHeaders(batches: Iterable<RowBatch>): string[] {
  const { rows } = leadingRows(batches[Symbol.iterator]());
  const candidates = rows
    .filter(({ cells }) => !isBlankRow(cells))
    .slice(0, MAX_ROWS_ABOVE)
    .map((row) => headersOf(row).filter((text) => text !== ''));
  const words = (row: readonly string[]) => row.filter((text) => /\p{L}/u.test(text)).length;
  return candidates.reduce((best, next) => {
    const more = words(next) - words(best) || next.length - best.length;
    return more > 0 ? next : best;
  }, []);
}
