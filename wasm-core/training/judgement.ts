import { russianNumber } from '../contract/russian.ts';
import { BASELINES, type BaselineName } from './baselines.ts';
import type { ModelComparison } from './evaluate.ts';

/** Whether the model is better than the baselines, over the test rows of all folds. */
export interface Judgement {
  /** The baselines with the lowest RMSE and with the lowest MAE. */
  readonly bestByRmse: BaselineName;
  readonly bestByMae: BaselineName;
  readonly beatsByRmse: boolean;
  readonly beatsByMae: boolean;
  /** The judgement as a Russian sentence. */
  readonly sentence: string;
}

/**
 * Compares the model with the best baseline; a model that is not better in RMSE is not worth using.
 */
export function judge({ model, baselines }: ModelComparison): Judgement {
  const names = Object.keys(baselines) as BaselineName[];
  const best = (metric: 'rmse' | 'mae') =>
    names.reduce((found, name) => (baselines[name][metric] < baselines[found][metric] ? name : found));
  const bestByRmse = best('rmse');
  const bestByMae = best('mae');
  const beatsByRmse = model.rmse < baselines[bestByRmse].rmse;
  const beatsByMae = model.mae < baselines[bestByMae].mae;
  const rmse = difference('RMSE', model.rmse, baselines[bestByRmse].rmse, bestByRmse);
  const mae = difference('MAE', model.mae, baselines[bestByMae].mae, bestByMae);
  const verdict = beatsByRmse
    ? beatsByMae
      ? 'Модель лучше простых прогнозов'
      : 'Модель реже ошибается сильно, но её обычная ошибка больше, чем у простого прогноза'
    : 'Модель не лучше простого прогноза, пользоваться ею не стоит';
  return { bestByRmse, bestByMae, beatsByRmse, beatsByMae, sentence: `${verdict}: ${rmse}, ${mae}.` };
}

function difference(metric: string, own: number, other: number, name: BaselineName): string {
  const percent = other > 0 ? Math.round((own / other - 1) * 1000) / 10 : 0;
  if (percent === 0) return `${metric} такая же, как у прогноза «${BASELINES[name]}»`;
  const word = percent < 0 ? 'меньше' : 'больше';
  return `${metric} на ${russianNumber(Math.abs(percent))} % ${word}, чем у прогноза «${BASELINES[name]}»`;
}
