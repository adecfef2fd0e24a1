import { describe, expect, it } from 'vitest';
import { CoreAnalysis } from '#core/training/core_analysis.ts';
import { evaluate } from '#core/training/evaluate.ts';
import { walkForward } from '#core/training/folds.ts';
import { intervalsOf } from '#core/training/intervals.ts';
import { judge } from '#core/training/judgement.ts';
import { DEFAULT_OPTIONS } from '#core/training/options.ts';
import { configurations, searchFold, triesOf, winnerOf } from '#core/training/search.ts';
import { compiledModule } from '../../support/compiled_module.ts';
import { mineLike } from './mine.ts';
import { chance } from './samples.ts';

const module = await compiledModule('training');
const GAP = 6;
const OPTIONS = { ...DEFAULT_OPTIONS, depth: 2, trees: 40, minChildWeight: 100, lambda: 30 };

describe('walk-forward folds', () => {
  it('leave the gap between the last training row and the first test row', () => {
    const { folds, lastBlock } = walkForward(1000, 3, 17);
    for (const { trainEnd, from } of [...folds, lastBlock]) expect(from - trainEnd).toBe(17);
  });

  it('train only on earlier rows and test every later row once, in order', () => {
    const { folds, lastBlock } = walkForward(1003, 5, 6);
    const blocks = [...folds, lastBlock];
    for (const { trainEnd, from, to } of blocks) {
      expect(trainEnd).toBeLessThan(from);
      expect(to).toBeGreaterThan(from);
    }
    expect(blocks.slice(1).map(({ from }) => from)).toEqual(blocks.slice(0, -1).map(({ to }) => to));
    expect(lastBlock.to).toBe(1003);
  });
});

describe('the errors of a fold', async () => {
  const table = mineLike(1500);
  const analysis = await CoreAnalysis.open(module);
  const validation = walkForward(1500, 3, GAP);
  const evaluation = await evaluate(module, analysis, table, OPTIONS, validation, GAP);

  it('do not change when rows of the gap and of later folds change', async () => {
    const [first] = validation.folds;
    if (!first) throw new Error('A validation has folds');
    const random = chance(4);
    // Rows of the gap and of later folds: neither the trees nor a baseline of the first fold may know them.
    const spoil = (values: Float64Array) =>
      values.map((value, row) =>
        row >= first.to || (row >= first.trainEnd && row < first.from) ? random() * 9 : value,
      );
    const spoilt = {
      ...table,
      columns: table.columns.map(spoil),
      current: spoil(table.current),
      target: spoil(table.target),
    };
    const [other] = (await evaluate(module, analysis, spoilt, OPTIONS, validation, GAP)).folds;
    const [own] = evaluation.folds;
    expect(other?.forecast).toEqual(own?.forecast);
    expect(other?.baselines).toEqual(own?.baselines);
    expect(other?.model).toEqual(own?.model);
  });

  it('come from forecasts that ignore the targets of the test rows', async () => {
    const [first] = validation.folds;
    const target = table.target.map((y, row) => (row >= (first?.from ?? 0) && row < (first?.to ?? 0) ? 5 : y));
    const [other] = (await evaluate(module, analysis, { ...table, target }, OPTIONS, validation, GAP)).folds;
    const [own] = evaluation.folds;
    expect(other?.forecast).toEqual(own?.forecast);
    expect(other?.baselineForecast).toEqual(own?.baselineForecast);
    expect(other?.model.rmse).not.toBe(own?.model.rmse);
  });

  it('equal plain sums over the rows', () => {
    const { actual, forecast, model } = evaluation.lastBlock;
    const errors = Array.from(actual, (y, row) => y - (forecast[row] ?? 0));
    const squares = errors.reduce((sum, error) => sum + error * error, 0);
    const absolute = errors.reduce((sum, error) => sum + Math.abs(error), 0);
    expect(model.rmse).toBe(Math.sqrt(squares / errors.length));
    expect(model.mae).toBe(absolute / errors.length);
    const count = (check: (y: number, f: number) => boolean) =>
      actual.filter((y, row) => check(y, forecast[row] ?? 0)).length;
    expect(model.hits).toBe(count((y, f) => y > 1 && f > 1));
    expect(model.misses).toBe(count((y, f) => y > 1 && f <= 1));
    expect(model.falseAlarms).toBe(count((y, f) => y <= 1 && f > 1));
  });

  it('for persistence use the current value or else the last known target', async () => {
    const { lastBlock } = evaluation;
    const { from, to } = lastBlock;
    expect(lastBlock.baselineForecast.persistence).toEqual(table.current.subarray(from, to));
    const plain = await evaluate(module, analysis, { ...table, current: undefined }, OPTIONS, validation, GAP);
    const known = table.target.subarray(from - GAP - 1, to - GAP - 1);
    expect(plain.lastBlock.baselineForecast.persistence).toEqual(known);
  });
});

describe('the linear baseline', async () => {
  const analysis = await CoreAnalysis.open(module);
  const random = chance(8);
  const rows = 400;
  const columns = Array.from({ length: 3 }, () => Float64Array.from({ length: rows }, random));

  it('recovers an exact linear relation', () => {
    const target = Float64Array.from({ length: rows }, (_, row) => {
      return 2 + 3 * (columns[0]?.[row] ?? 0) - 5 * (columns[2]?.[row] ?? 0);
    });
    const forecast = analysis.linear(columns, target, { trainEnd: 300, from: 310, to: 400 });
    for (const [index, value] of forecast.entries()) expect(value).toBeCloseTo(target[310 + index] ?? 0, 10);
  });

  it('tolerates a duplicated and a constant column', () => {
    const [first = new Float64Array(0)] = columns;
    const target = first.map((x) => 1 + 4 * x);
    const forecast = analysis.linear([first, first, first.map(() => 7)], target, { trainEnd: 300, from: 310, to: 400 });
    for (const [index, value] of forecast.entries()) expect(value).toBeCloseTo(target[310 + index] ?? 0, 8);
  });
});

describe('prediction bands', async () => {
  const analysis = await CoreAnalysis.open(module);

  it('cover 80, 90 and 95 % of the rows of a drifting mine within a point', async () => {
    const table = mineLike(13_368);
    const validation = walkForward(13_368, 5, GAP);
    const evaluation = await evaluate(module, analysis, table, OPTIONS, validation, GAP);
    for (const { level, method, coverage, rows } of intervalsOf(analysis, evaluation, GAP)) {
      expect(rows).toBeGreaterThan(11_000);
      expect(Math.abs(coverage - level), `${method} ${level}`).toBeLessThanOrEqual(0.01);
    }
  });

  it('are quantiles of the residuals known at that time', () => {
    const random = chance(3);
    const actual = Float64Array.from({ length: 300 }, random);
    const predicted = Float64Array.from({ length: 300 }, random);
    const [window, delay, alpha] = [100, 6, 0.1];
    const { lower, upper } = analysis.band(actual, predicted, { window, least: 50, delay, alpha, gamma: 0 });
    const row = 250;
    const residuals = Array.from({ length: window }, (_, index) => row - delay - 1 - index).map(
      (known) => (actual[known] ?? 0) - (predicted[known] ?? 0),
    );
    const k = Math.ceil((window + 1) * (1 - alpha / 2));
    const kth = (values: number[]) => values.sort((a, b) => a - b)[k - 1] ?? Number.NaN;
    expect(upper[row]).toBe(kth([...residuals]));
    expect(lower[row]).toBe(-kth(residuals.map((r) => -r)));
    expect(lower.subarray(0, 50 + delay).every(Number.isNaN)).toBe(true);
    expect(lower[50 + delay]).not.toBeNaN();
  });
});

describe('the judgement', () => {
  const metrics = (rmse: number, mae: number) => {
    return { rows: 9, sumSquares: 0, sumAbsolute: 0, rmse, mae, hits: 0, misses: 0, falseAlarms: 0 };
  };
  const baselines = {
    persistence: metrics(2, 1),
    persistence_mean_change: metrics(1.9, 1.2),
    mean: metrics(5, 4),
    linear: metrics(3, 2),
  };

  it.each([
    [1, 0.5, true, true, /^Модель лучше простых прогнозов: RMSE на 47,4 % меньше.*MAE на 50 % меньше/],
    [1.8, 1.6, true, false, /^Модель реже ошибается сильно, но её обычная ошибка больше.*MAE на 60 % больше/],
    [2.5, 0.9, false, true, /^Модель не лучше простого прогноза, пользоваться ею не стоит/],
    [
      1.9,
      1.2,
      false,
      false,
      /^Модель не лучше простого прогноза.*RMSE такая же, как у прогноза «текущее значение и среднее/,
    ],
  ])('names the best baselines for RMSE %d and MAE %d', (rmse, mae, byRmse, byMae, sentence) => {
    const judgement = judge({ model: metrics(rmse, mae), baselines });
    expect(judgement).toMatchObject({ beatsByRmse: byRmse, beatsByMae: byMae });
    expect(judgement.sentence).toMatch(sentence);
  });
});

describe('the search of options', async () => {
  const table = mineLike(800);
  const analysis = await CoreAnalysis.open(module);
  const { folds } = walkForward(800, 3, GAP);
  const tried = configurations(analysis, 5);

  it('gives the same results for any order of folds and configurations', async () => {
    const whole: Float64Array[][] = [];
    for (const fold of folds) whole.push(await searchFold(module, analysis, table, fold, tried));
    const rows = folds.reduce((sum, { from, to }) => sum + to - from, 0);
    const expected = triesOf(tried, whole, rows);
    const piecewise = folds.map(() => new Array<Float64Array>(tried.length));
    for (const index of [40, 3, 17, winnerOf(expected).index]) {
      for (const fold of [2, 0, 1]) {
        const options = tried[index];
        const rows = folds[fold];
        if (!options || !rows) throw new Error('No such task');
        const [errors] = await searchFold(module, analysis, table, rows, [options]);
        (piecewise[fold] ?? [])[index] = errors ?? new Float64Array(0);
        expect(piecewise[fold]?.[index]).toEqual(whole[fold]?.[index]);
      }
    }
    expect(winnerOf(expected).rmse).toBe(Math.min(...expected.map(({ rmse }) => rmse)));
  });

  it('tries other configurations with another seed', () => {
    expect(configurations(analysis, 6)).not.toEqual(tried);
    expect(configurations(analysis, 5)).toEqual(tried);
  });
});
