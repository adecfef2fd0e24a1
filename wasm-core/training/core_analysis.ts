import { CoreMemory } from '../core_memory.ts';

/** Errors of a forecast in the target's unit, and of its alarm "above the limit" in rows. */
export interface ErrorMetrics {
  readonly rows: number;
  readonly sumSquares: number;
  readonly sumAbsolute: number;
  readonly rmse: number;
  readonly mae: number;
  readonly hits: number;
  readonly misses: number;
  readonly falseAlarms: number;
}

/**
 * A prediction band: offsets from each forecast to its lower and upper side, and the band's
 * coverage.
 */
export interface Band {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly judged: number;
  readonly covered: number;
}

/** Statistics of forecasts, computed by the core with the same bits in browser and server. */
export class CoreAnalysis {
  readonly #memory: CoreMemory;

  private constructor(memory: CoreMemory) {
    this.#memory = memory;
  }

  static async open(module: WebAssembly.Module): Promise<CoreAnalysis> {
    return new CoreAnalysis(await CoreMemory.open(module));
  }

  metrics(actual: Float64Array, predicted: Float64Array, limit: number): ErrorMetrics {
    return this.#with(() => {
      const from = [this.#memory.place(actual), this.#memory.place(predicted)];
      const address = this.#call('training_metrics', ...from, actual.length, limit);
      const [sumSquares = 0, sumAbsolute = 0, rmse = 0, mae = 0, hits = 0, misses = 0, falseAlarms = 0] =
        new Float64Array(this.#memory.buffer, address, 7);
      return { rows: actual.length, sumSquares, sumAbsolute, rmse, mae, hits, misses, falseAlarms };
    });
  }

  mean(values: Float64Array): number {
    return this.#with(() => this.#call('training_mean', this.#memory.place(values), values.length));
  }

  /** Mean of the last `window` rows, the row itself included, without blanks; NaN in the first window - 1 rows. */
  rollingMean(values: Float64Array, window: number): Float64Array {
    return this.#with(() => {
      const from = this.#memory.place(values);
      const to = this.#memory.take(values.length * 8);
      this.#call('training_rolling_mean', from, values.length, window, to);
      return this.#copy(to, values.length);
    });
  }

  subtract(values: Float64Array, from: Float64Array): Float64Array {
    return this.#pairwise('training_subtract', values, from);
  }

  add(values: Float64Array, addends: Float64Array): Float64Array {
    return this.#pairwise('training_add', values, addends);
  }

  /** Least squares of the first `trainEnd` rows, applied to the rows `from` … `to` - 1. */
  linear(
    columns: readonly Float64Array[],
    target: Float64Array,
    { trainEnd, from, to }: { readonly trainEnd: number; readonly from: number; readonly to: number },
  ): Float64Array {
    return this.#with(() => {
      const rows = target.length;
      const place = this.#memory.take(columns.length * rows * 8);
      for (const [index, column] of columns.entries()) {
        new Float64Array(this.#memory.buffer, place + index * rows * 8, rows).set(column);
      }
      this.#call('training_linear_fit', place, rows, columns.length, this.#memory.place(target), trainEnd);
      const result = this.#memory.take((to - from) * 8);
      this.#call('training_linear_predict', place, rows, columns.length, from, to - from, result);
      return this.#copy(result, to - from);
    });
  }

  /** Prediction bands of forecasts in chronological order; see `training_band` of the core. */
  band(actual: Float64Array, predicted: Float64Array, { window, least, delay, alpha, gamma }: BandOptions): Band {
    return this.#with(() => {
      const count = actual.length;
      const from = [this.#memory.place(actual), this.#memory.place(predicted)];
      const lower = this.#memory.take(count * 8);
      const upper = this.#memory.take(count * 8);
      this.#call('training_band', ...from, count, window, least, delay, alpha, gamma, lower, upper);
      const judged = this.#call('training_band_judged');
      const covered = this.#call('training_band_covered');
      return { lower: this.#copy(lower, count), upper: this.#copy(upper, count), judged, covered };
    });
  }

  /** An index below `count`, chosen by a hash of seed, stream and number. */
  choice(seed: number, stream: number, number: number, count: number): number {
    return this.#call('training_choice', seed, stream, number, count);
  }

  #pairwise(name: string, left: Float64Array, right: Float64Array): Float64Array {
    return this.#with(() => {
      const from = [this.#memory.place(left), this.#memory.place(right)];
      const to = this.#memory.take(left.length * 8);
      this.#call(name, ...from, left.length, to);
      return this.#copy(to, left.length);
    });
  }

  #call(name: string, ...args: readonly number[]): number {
    return this.#memory.function(name)(...args);
  }

  #copy(address: number, count: number): Float64Array {
    return new Float64Array(this.#memory.buffer, address, count).slice();
  }

  /** Frees the memory after `work`, the window of bands included. */
  #with<Result>(work: () => Result): Result {
    try {
      return work();
    } finally {
      this.#memory.clear();
      this.#call('training_band_reset');
    }
  }
}

export interface BandOptions {
  /** Most residuals of the window, and the fewest that a band needs. */
  readonly window: number;
  readonly least: number;
  /** Count of rows after which a row's target is known. */
  readonly delay: number;
  /** Share of rows allowed outside the band. */
  readonly alpha: number;
  /** Step of the adaptive level; 0 for a constant level. */
  readonly gamma: number;
}
