import { russianNumber } from '../contract/russian.ts';
import { TrainingRefused } from './refused.ts';

/** Fewest rows of a table, of a fold's training rows and of its test rows. */
export const MIN_ROWS = 50;
export const MIN_FOLD_ROWS = 20;

/** Most folds. */
export const MAX_FOLDS = 20;

/**
 * Training rows 0 … trainEnd - 1 and test rows from … to - 1; the `gap` rows between them are not
 * used.
 */
export interface Fold {
  readonly trainEnd: number;
  readonly from: number;
  readonly to: number;
}

/** Walk-forward folds in row order, and a last block that is not used to choose options. */
export interface Validation {
  readonly folds: readonly Fold[];
  readonly lastBlock: Fold;
}

/**
 * Splits `rows` rows in chronological order into `count` folds and a last block, each with n /
 * (count + 2) test rows; the rows before them are the first fold's training rows. A fold trains on
 * all rows up to `gap` rows before its test rows, because a target is known only `gap` rows later.
 * Rows are never shuffled. Throws TrainingRefused.
 */
export function walkForward(rows: number, count: number, gap: number): Validation {
  const size = Math.floor(rows / (count + 2));
  const blocks = Array.from({ length: count + 1 }, (_, index): Fold => {
    const from = rows - (count + 1 - index) * size;
    return { trainEnd: from - gap, from, to: from + size };
  });
  const [first] = blocks;
  const lastBlock = blocks.at(-1);
  if (!first || !lastBlock) throw new RangeError(`${count} folds`);
  if (size < MIN_FOLD_ROWS || first.trainEnd < MIN_FOLD_ROWS) {
    throw new TrainingRefused(
      'too_few_rows',
      `Для проверки мало строк: при ${russianNumber(rows)} строках, ${count} блоках и зазоре ${gap} первый блок учится на ` +
        `${Math.max(0, first.trainEnd)} строках и проверяется на ${size}, а нужно не меньше ${MIN_FOLD_ROWS}. Уменьшите --folds или ` +
        '--gap либо добавьте строки.',
    );
  }
  return { folds: blocks.slice(0, -1), lastBlock };
}
