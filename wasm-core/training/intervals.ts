import type { CoreAnalysis } from './core_analysis.ts';
import { type Evaluation, joined } from './evaluate.ts';

/** Nominal coverages of the bands. */
export const LEVELS = [0.8, 0.9, 0.95] as const;

/** Most residuals of the rolling window, and the fewest that a band needs. */
export const WINDOW = 1000;
const LEAST = 50;

/** Step of the adaptive level, as in Gibbs & Candès 2021. */
const ADAPTIVE_STEP = 0.005;

/** Methods with the step of their level. */
export const BAND_METHODS = { rolling: 0, adaptive: ADAPTIVE_STEP } as const;

/**
 * Results of one level and method on the test rows of the folds and of the last block, in row
 * order.
 */
export interface BandReport {
  readonly level: number;
  readonly method: keyof typeof BAND_METHODS;
  /** Count of the rows with a band, and the share of them with the actual value inside. */
  readonly rows: number;
  readonly coverage: number;
  /** Mean width, in the target's unit. */
  readonly meanWidth: number;
  /** Offsets of the band of the next forecast, lower and upper. */
  readonly lower: number;
  readonly upper: number;
}

/**
 * Bands from the errors of out-of-sample forecasts. Empty if there are too few rows.
 */
export function intervalsOf(analysis: CoreAnalysis, { folds, lastBlock }: Evaluation, gap: number): BandReport[] {
  const blocks = [...folds, lastBlock];
  const actual = joined(blocks.map((block) => block.actual));
  const forecast = joined(blocks.map((block) => block.forecast));
  const methods = Object.entries(BAND_METHODS) as [BandReport['method'], number][];
  return LEVELS.flatMap((level) =>
    methods.flatMap(([method, gamma]): BandReport[] => {
      const options = { window: WINDOW, least: LEAST, delay: gap, alpha: 1 - level, gamma };
      const { lower, upper, judged, covered } = analysis.band(actual, forecast, options);
      if (judged === 0) return [];
      const from = actual.length - judged;
      const meanWidth = analysis.mean(analysis.subtract(upper.subarray(from), lower.subarray(from)));
      const offsets = { lower: lower.at(-1) ?? 0, upper: upper.at(-1) ?? 0 };
      return [{ level, method, rows: judged, coverage: covered / judged, meanWidth, ...offsets }];
    }),
  );
}
