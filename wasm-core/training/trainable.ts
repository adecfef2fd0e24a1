import { counted, russianNumber } from '../contract/russian.ts';
import { MIN_ROWS } from './folds.ts';
import { TrainingRefused } from './refused.ts';
import type { TrainingTable } from './table.ts';

/** Most rows of a training: counts of the core's histograms have 20 bits. */
const MAX_TRAINING_ROWS = 1_048_575;

/**
 * Throws TrainingRefused if a table cannot be trained on. `modelTarget`: the target of the trees.
 */
export function checkTrainable({ target, current }: TrainingTable, modelTarget: Float64Array): void {
  if (target.length < MIN_ROWS) {
    const count = counted(target.length, 'строка', 'строки', 'строк');
    throw new TrainingRefused(
      'too_few_rows',
      `В таблице ${count} с данными, а для обучения нужно не меньше ${MIN_ROWS}. Добавьте измерения.`,
    );
  }
  if (target.length > MAX_TRAINING_ROWS) {
    throw new TrainingRefused('too_many_rows', `Строк больше ${MAX_TRAINING_ROWS}. Оставьте последние.`);
  }
  const [first = 0] = modelTarget;
  if (modelTarget.some((value) => value !== first)) return;
  throw current
    ? new TrainingRefused(
        'constant_change',
        `Цель отличается от текущего значения во всех строках одинаково, на ${russianNumber(first)}: учиться не на чем. Проверьте, тот ли ` +
          'столбец указан текущим значением.',
      )
    : new TrainingRefused(
        'constant_target',
        `Цель во всех строках одна и та же, ${russianNumber(first)}: учиться не на чем. Проверьте столбец цели.`,
      );
}
