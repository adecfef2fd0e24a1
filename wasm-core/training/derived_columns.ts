import type { CoreAnalysis } from './core_analysis.ts';

/** Longest lag and window of a derived feature, rows. */
const NAME = /^(.+):(lag|mean)([1-9]\d{0,3})$/;

/** A feature computed from earlier rows of another column. Rows are in the order of time. */
export interface DerivedColumn {
  readonly source: string;
  /** `lag`: the value `rows` rows before. `mean`: of the last `rows` rows, the row itself included. */
  readonly kind: 'lag' | 'mean';
  readonly rows: number;
}

/**
 * Parses the name of a derived feature: `ch4:lag3`, `ch4:mean7`. The name is stored in the model
 * file, so a prediction computes the same column. A column that has this very name is no derived one.
 */
export function derivedColumn(name: string, headers: readonly string[]): DerivedColumn | undefined {
  if (headers.includes(name)) return undefined;
  const [, source, kind, rows] = NAME.exec(name) ?? [];
  if (source === undefined) return undefined;
  return { source, kind: kind as DerivedColumn['kind'], rows: Number(rows) };
}

/** Rows before its own that a derived feature needs. */
export function historyOf({ kind, rows }: DerivedColumn): number {
  return kind === 'lag' ? rows : rows - 1;
}

/** Computes a derived feature; NaN where rows before the first one are needed, or none has a value. */
export function deriveColumn(analysis: CoreAnalysis, { kind, rows }: DerivedColumn, source: Float64Array) {
  if (kind === 'mean') return analysis.rollingMean(source, rows);
  const lagged = new Float64Array(source.length).fill(Number.NaN);
  lagged.set(source.subarray(0, Math.max(0, source.length - rows)), Math.min(rows, source.length));
  return lagged;
}
