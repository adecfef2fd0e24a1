import type { BaselineName } from './baselines.ts';
import type { CoreAnalysis, ErrorMetrics } from './core_analysis.ts';
import { ALARM_LIMIT, byBaseline, type Evaluation, type FoldResult, type ModelComparison } from './evaluate.ts';
import { intervalsOf } from './intervals.ts';
import { judge } from './judgement.ts';
import type { TrainingOptions } from './options.ts';
import type { SearchTry } from './search.ts';
import { winnerOf } from './search.ts';
import type { TrainingTable } from './table.ts';
import type { GrownForest } from './trainer.ts';

/**
 * Largest |base| + sum of the largest |leaf| of each tree at which f32 sums are exact in any order.
 */
const EXACT_REACH = 2 ** 24;

const NOT_VALIDATED =
  'Модель не проверена: укажите --folds и --gap, чтобы сравнить её с простыми прогнозами на строках, которых она не видела.';

/** Inputs and results of a training. */
export interface TrainingFacts {
  readonly call: { readonly target: string; readonly change?: string | undefined };
  readonly table: TrainingTable;
  readonly options: TrainingOptions;
  readonly forest: GrownForest;
  readonly gap: number;
  readonly tries?: readonly SearchTry[] | undefined;
  readonly evaluation?: Evaluation | undefined;
}

/**
 * The printed report of a training: wire names; rows are data rows of the file, from 1.
 */
export function trainingReport(analysis: CoreAnalysis, facts: TrainingFacts) {
  const { call, table, options, forest, gap, tries, evaluation } = facts;
  return {
    target: call.target,
    change: call.change ?? null,
    features: table.features,
    rows: table.target.length,
    options: wireOptions(options),
    search: tries ? wireSearch(tries) : null,
    model: {
      trees: forest.trees.length,
      nodes: forest.trees.reduce((sum, tree) => sum + tree.length, 0),
      unit: forest.unit,
      base_score: forest.base * forest.unit,
      exact: forest.reach <= EXACT_REACH,
      reach: forest.reach,
    },
    validation: evaluation ? wireEvaluation(analysis, evaluation, gap) : null,
    judgement: evaluation ? wireJudgement(evaluation) : { sentence: NOT_VALIDATED },
  };
}

function wireOptions(options: TrainingOptions) {
  const { trees, depth, eta, lambda, minChildWeight, subsample, colsample, seed } = options;
  return { trees, depth, eta, lambda, min_child_weight: minChildWeight, subsample, colsample, seed };
}

function wireSearch(tries: readonly SearchTry[]) {
  return {
    winner: winnerOf(tries).index,
    tries: tries.map(({ index, options, rmse }) => ({ index, ...wireOptions(options), rmse })),
  };
}

function wireMetrics({ rmse, mae, hits, misses, falseAlarms }: ErrorMetrics) {
  return { rmse, mae, hits, misses, false_alarms: falseAlarms };
}

function wireComparison({ model, baselines }: ModelComparison) {
  return { model: wireMetrics(model), baselines: byBaseline((name: BaselineName) => wireMetrics(baselines[name])) };
}

function wireBlock(block: FoldResult) {
  const { trainEnd, from, to } = block;
  return { train_rows: trainEnd, from_row: from + 1, to_row: to, ...wireComparison(block) };
}

function wireEvaluation(analysis: CoreAnalysis, evaluation: Evaluation, gap: number) {
  return {
    gap,
    alarm_limit: ALARM_LIMIT,
    folds: evaluation.folds.map(wireBlock),
    pooled: wireComparison(evaluation.pooled),
    last_block: wireBlock(evaluation.lastBlock),
    intervals: intervalsOf(analysis, evaluation, gap).map(({ meanWidth, ...band }) => ({
      ...band,
      mean_width: meanWidth,
    })),
  };
}

function wireJudgement({ pooled }: Evaluation) {
  const { bestByRmse, bestByMae, beatsByRmse, beatsByMae, sentence } = judge(pooled);
  return {
    ...{ sentence, best_baseline_by_rmse: bestByRmse, best_baseline_by_mae: bestByMae },
    ...{ beats_by_rmse: beatsByRmse, beats_by_mae: beatsByMae },
  };
}
