import type { GasTotals } from '../contract/inventory_schema.ts';
import type { CoreMemory } from '../core_memory.ts';

/** Masses of the two gases, t. */
export interface GasMasses {
  readonly co2_t: number;
  readonly ch4_t: number;
}

/** Emissions [t CO2-eq] and coal [t] of each object in two years; `methods`: 1 where its method changed. */
export interface ChangeColumns {
  readonly before: readonly number[];
  readonly now: readonly number[];
  readonly coalBefore: readonly number[];
  readonly coalNow: readonly number[];
  readonly methods: readonly number[];
}

/** What an inventory lets the core add, multiply and compare: every figure of it comes from here or from a balance. */
export class CoreSums {
  readonly #memory: CoreMemory;

  constructor(memory: CoreMemory) {
    this.#memory = memory;
  }

  /** Σ values, compensated. */
  sum(values: readonly number[]): number {
    this.#memory.clear();
    return this.#run('column_sum', [values.length, this.#column(values)], 1)[0] ?? 0;
  }

  /** Sums of both gases and their CO2 equivalent at the potential `gwp`. */
  gases(lines: readonly GasMasses[], gwp: number): GasTotals {
    this.#memory.clear();
    const [co2, ch4] = [this.#column(lines.map(({ co2_t }) => co2_t)), this.#column(lines.map(({ ch4_t }) => ch4_t))];
    const [co2_t = 0, ch4_t = 0, co2e_t = 0] = this.#run('gas_totals', [lines.length, co2, ch4, gwp], 3);
    return { co2_t, ch4_t, co2e_t };
  }

  /** Totals added up: each figure of its own. */
  add(totals: readonly GasTotals[]): GasTotals {
    return {
      co2_t: this.sum(totals.map(({ co2_t }) => co2_t)),
      ch4_t: this.sum(totals.map(({ ch4_t }) => ch4_t)),
      co2e_t: this.sum(totals.map(({ co2e_t }) => co2e_t)),
    };
  }

  /** second − first, and that as % of the first; the share is undefined where the first is 0. */
  difference(first: number, second: number): { readonly difference: number; readonly percent: number | undefined } {
    const [difference = 0, percent = Number.NaN] = this.#run('difference', [first, second], 2);
    return { difference, percent: Number.isNaN(percent) ? undefined : percent };
  }

  /** Median of a few values and their spread: 1.4826 times the median absolute deviation from it. */
  medianSpread(values: readonly number[]): { readonly median: number; readonly spread: number } {
    this.#memory.clear();
    const [median = 0, spread = 0] = this.#run('median_spread', [values.length, this.#column(values)], 2);
    return { median, spread };
  }

  /** first / second; undefined where the second is 0. */
  ratio(first: number, second: number, scale = 1): number | undefined {
    const [value = Number.NaN] = this.#run('ratio', [first, second, scale], 1);
    return Number.isNaN(value) ? undefined : value;
  }

  /** `percent` of a figure. */
  share(figure: number, percent: number): number {
    return this.#run('percent_of', [figure, percent], 1)[0] ?? 0;
  }

  /** Why emissions changed, by `change_parts` of the core: parts that add up to the difference, t CO2-eq. */
  changeParts({ before, now, coalBefore, coalNow, methods }: ChangeColumns) {
    this.#memory.clear();
    const columns = [before, now, coalBefore, coalNow, methods].map((values) => this.#column(values));
    const [activity = 0, structure = 0, factor = 0, method = 0, other = 0, difference = 0] = this.#run(
      ...(['change_parts', [before.length, ...columns], 6] as const),
    );
    return { method, factor, structure, activity, other, difference };
  }

  #column(values: readonly number[]): number {
    return this.#memory.place(Float64Array.from(values));
  }

  #run(name: string, args: readonly number[], count: number): Float64Array {
    this.#memory.function(name)(...args);
    return new Float64Array(this.#memory.buffer, this.#memory.function('written_ptr')(), count).slice();
  }
}
