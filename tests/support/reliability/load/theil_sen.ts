/** Slope of a line through points, by the median of the slopes between all pairs (Theil 1950, Sen 1968): outliers do not move it. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const slopes = points.flatMap(([x, y], at) =>
    points.slice(at + 1).map(([later, value]) => (value - y) / (later - x)),
  );
  return median(slopes);
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that a share of the values, percent, does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN;
}
