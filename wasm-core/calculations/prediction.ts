import { quoted, russianNumber } from '../contract/russian.ts';
import type { RowModel } from '../models/row_model.ts';
import { ResultRefused } from './result_refused.ts';

/**
 * Bounds of the magnitude of any quantity. DynamoDB stores numbers of 1e-130 … 9.9e125; no
 * measurement comes near these bounds.
 */
const [SMALLEST, LARGEST] = [1e-100, 1e100];

/** Whether a model's prediction is a number that can be stored and shown. */
export function isUsable(answer: number): boolean {
  const size = Math.abs(answer);
  return size === 0 || (size >= SMALLEST && size <= LARGEST);
}

/**
 * Steps that the model needs for `rows` rows (`Predictor.steps`). Throws ResultRefused above
 * `maxSteps`.
 */
export function refuseTooMuchWork({ name, predictor }: RowModel, rows: number, maxSteps: number): number {
  const steps = predictor.steps(rows);
  if (steps <= maxSteps) return steps;
  const fitting = Math.floor((maxSteps / steps) * rows);
  const message =
    `Модель ${quoted(name)} проходит до ${russianNumber(Math.round(steps / rows))} узлов на строку, а строк ${russianNumber(rows)}: ` +
    `вместе ${russianNumber(Math.round(steps / 1e6))} млн, допустимо ${russianNumber(maxSteps / 1e6)} млн. ` +
    `Разделите таблицу на части до ${russianNumber(fitting)} строк или выберите модель меньшего размера.`;
  throw new ResultRefused(413, { field: 'model', value: name, message });
}

/**
 * The model's prediction for the row `id`. Throws ResultRefused when it is not a usable number:
 * such a model cannot be trusted with other rows either.
 */
export function requireUsable({ name }: RowModel, answer: number | undefined, id: number): number {
  if (answer !== undefined && isUsable(answer)) return answer;
  const message =
    `Модель ${quoted(name)} дала для строки ${russianNumber(id)} не величину (${answerText(answer)}). ` +
    'Ничего не рассчитано. Проверьте значения строки или выберите другую модель.';
  throw new ResultRefused(400, { field: 'model', value: name, row: id, message });
}

/** A prediction as text for a message. */
export function answerText(answer: number | undefined): string {
  if (answer === undefined || Number.isNaN(answer)) return 'не число';
  return Number.isFinite(answer) ? String(answer).replace('.', ',') : 'бесконечность';
}
