/** Rows that are predicted one by one to measure a single row. */
export const SINGLE_ROWS = 2000;

/** A predictor of the benchmark's rows. Times are nanoseconds a row. */
export interface Peer {
  readonly name: string;
  readonly model: 'xgboost' | 'lightgbm';
  /** All rows in one call. */
  batch(): Promise<number>;
  /** The first SINGLE_ROWS rows, a call each, after an uncounted pass over them that brings the model back into the caches. */
  one(): Promise<number>;
  /** Raw scores of all rows. */
  scores(): Promise<Float64Array>;
}

/** Nanoseconds a row that `run` takes for `rows` rows. */
export async function timed(rows: number, run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return ((performance.now() - start) * 1e6) / rows;
}

/** Nanoseconds a row of a second pass over the single rows. */
export async function timedSingles(pass: () => unknown): Promise<number> {
  await pass();
  return timed(SINGLE_ROWS, pass);
}
