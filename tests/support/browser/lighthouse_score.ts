/** Metrics of a page load: times in ms, the layout shift without a unit. */
export interface Vitals {
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
}

export type FormFactor = 'desktop' | 'mobile';

interface Curve {
  /** Weight in the performance score; the missing 0.1 is the Speed Index, which is not measured here. */
  readonly weight: number;
  /** Values that score 0.9 and 0.5. */
  readonly p10: number;
  readonly median: number;
}

/** Lighthouse 12.8.2: `scoring` in core/audits/metrics/*.js, weights in core/config/default-config.js. */
const CURVES: Readonly<Record<FormFactor, Readonly<Record<keyof Vitals, Curve>>>> = {
  mobile: {
    fcp: { weight: 0.1, p10: 1800, median: 3000 },
    lcp: { weight: 0.25, p10: 2500, median: 4000 },
    tbt: { weight: 0.3, p10: 200, median: 600 },
    cls: { weight: 0.25, p10: 0.1, median: 0.25 },
  },
  desktop: {
    fcp: { weight: 0.1, p10: 934, median: 1600 },
    lcp: { weight: 0.25, p10: 1200, median: 2400 },
    tbt: { weight: 0.3, p10: 150, median: 350 },
    cls: { weight: 0.25, p10: 0.1, median: 0.25 },
  },
};

/** erfc⁻¹(1/5), as in Lighthouse (shared/statistics.js). */
const INVERSE_ERFC_ONE_FIFTH = 0.9061938024368232;

/** The score of four of Lighthouse's five metrics, 0 to 100, with renormalised weights. */
export function performanceScore(vitals: Vitals, formFactor: FormFactor): number {
  const curves = Object.entries(CURVES[formFactor]) as [keyof Vitals, Curve][];
  const weights = curves.reduce((sum, [, { weight }]) => sum + weight, 0);
  const scores = curves.map(([metric, curve]) => curve.weight * metricScore(vitals[metric], curve));
  return Math.round((100 * scores.reduce((sum, score) => sum + score, 0)) / weights);
}

/** Share of a log-normal distribution above `value`: 0.9 at `p10`, 0.5 at `median`. */
export function metricScore(value: number, { p10, median }: Pick<Curve, 'p10' | 'median'>): number {
  if (value <= 0) return 1;
  const standard = (Math.log(value / median) * INVERSE_ERFC_ONE_FIFTH) / -Math.log(p10 / median);
  return (1 - errorFunction(standard)) / 2;
}

/** Abramowitz and Stegun, 7.1.26; absolute error below 1.5e-7. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const polynomial = series.reduce((sum, factor) => t * (factor + sum), 0);
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x));
}
