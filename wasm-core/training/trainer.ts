import { CoreMemory } from '../core_memory.ts';
import type { TrainingOptions } from './options.ts';
import { type GrownTree, readTrees } from './tree_nodes.ts';

/** Rows in columns: f64, NaN for a blank. */
export interface TrainingRows {
  readonly columns: readonly Float64Array[];
  readonly target: Float64Array;
}

/** A value beyond f32 arithmetic. `column`: index of a feature, -1 for the target. */
export class ValueTooLarge extends Error {
  override readonly name = 'ValueTooLarge';
  readonly column: number;
  readonly row: number;

  constructor(column: number, row: number) {
    super(`Column ${column} has in row ${row} a value that is infinite or beyond 1e37`);
    this.column = column;
    this.row = row;
  }
}

/** The residuals diverge: the options do not converge on this target. */
export class TrainingDiverged extends Error {
  override readonly name = 'TrainingDiverged';
}

/** A trained forest with its grid. A prediction is `(base + leaves) * unit`. */
export interface GrownForest {
  readonly unit: number;
  readonly base: number;
  readonly trees: readonly GrownTree[];
  /** f32 cuts by feature; a value goes left of bin b iff it is below cut b. */
  readonly cuts: readonly Float32Array[];
  /**
   * |base| + sum of the largest |leaf| of each tree: up to 2^24, f32 sums are exact in any order.
   */
  readonly reach: number;
  /** Sum of squared errors of the validation rows after each tree. */
  readonly errors: Float64Array;
  /** Predictions of the validation rows by all trees, in the target's unit. */
  readonly predictions: Float64Array;
  /** Number of trees with the lowest validation error. */
  readonly bestTrees: number;
}

/** Data of a training in its own instance of the core. Drop the object to free its memory. */
export class Trainer {
  readonly #memory: CoreMemory;
  readonly #rows: TrainingRows;
  readonly #validation: TrainingRows;

  private constructor(memory: CoreMemory, rows: TrainingRows, validation: TrainingRows) {
    this.#memory = memory;
    this.#rows = rows;
    this.#validation = validation;
  }

  /**
   * Copies rows to the core and computes their bins. `validation` rows are predicted but do not
   * affect the trees. `module`: the core's module. Throws ValueTooLarge.
   */
  static async open(
    module: WebAssembly.Module,
    rows: TrainingRows,
    { validation, maxBin = 255 }: { readonly validation?: TrainingRows; readonly maxBin?: number } = {},
  ): Promise<Trainer> {
    const memory = await CoreMemory.open(module);
    const other = validation ?? { columns: rows.columns.map(() => new Float64Array(0)), target: new Float64Array(0) };
    memory.function('training_open')(rows.target.length, rows.columns.length, other.target.length);
    const trainer = new Trainer(memory, rows, other);
    for (const [index, column] of rows.columns.entries()) {
      trainer.#input(column);
      checkRow(memory.function('training_column')(index, maxBin), index);
      trainer.#input(other.columns[index] ?? new Float64Array(0));
      checkRow(memory.function('training_validation_column')(index), index);
    }
    trainer.#input(rows.target);
    checkRow(memory.function('training_target')(), -1);
    trainer.#input(other.target);
    memory.function('training_validation_target')();
    return trainer;
  }

  /** Memory of the training, bytes. */
  get size(): number {
    return this.#memory.size;
  }

  /**
   * Grows `options.trees` trees in slices of about `slice` trees. `onSlice` receives the count of
   * trees after each slice and may wait, or throw to cancel. With `patience`, growth ends after
   * that many trees without a lower validation error. May be called again with other options.
   * Throws TrainingDiverged.
   */
  async grow(
    options: TrainingOptions,
    {
      patience = 0,
      slice = 30,
      onSlice,
    }: {
      readonly patience?: number;
      readonly slice?: number;
      readonly onSlice?: (trees: number) => Promise<void> | void;
    } = {},
  ): Promise<GrownForest> {
    const memory = this.#memory;
    this.#begin(options, patience, false);
    let trees: GrownTree[] = [];
    let coarse = false;
    while (trees.length < options.trees) {
      const grown = memory.function('training_grow')(Math.min(slice, options.trees - trees.length));
      if (memory.function('training_diverged')()) {
        if (coarse) throw new TrainingDiverged('The residuals grow without bound');
        coarse = true;
        trees = [];
        this.#begin(options, patience, true);
        continue;
      }
      trees.push(...readTrees(memory, grown));
      await onSlice?.(trees.length);
      if (memory.function('training_stopped')()) break;
    }
    return this.#forest(trees);
  }

  #begin(options: TrainingOptions, patience: number, coarse: boolean): void {
    const memory = this.#memory;
    this.#input(this.#rows.target);
    memory.function(coarse ? 'training_coarse_target' : 'training_target')();
    const signs = new Int8Array(memory.buffer, memory.function('training_signs')(), this.#rows.columns.length);
    for (let feature = 0; feature < signs.length; feature++) signs[feature] = options.monotone[feature] ?? 0;
    memory.function('training_shape')(options.depth, options.leaves, patience, options.seed);
    const { eta, lambda, gamma, minChildWeight, subsample, colsample } = options;
    memory.function('training_begin')(eta, lambda, gamma, minChildWeight, subsample, colsample);
  }

  #forest(trees: readonly GrownTree[]): GrownForest {
    const memory = this.#memory;
    const predictions = memory.function('training_predictions')();
    const errors = memory.function('training_errors')();
    const cuts = memory.function('training_cuts')();
    const bins = new Int32Array(memory.buffer, memory.function('training_bins')(), this.#rows.columns.length);
    return {
      unit: memory.function('training_unit')(),
      base: memory.function('training_base')(),
      trees,
      cuts: Array.from(bins, (count, feature) => new Float32Array(memory.buffer, cuts + feature * 1024, count).slice()),
      reach: memory.function('training_reach')(),
      errors: new Float64Array(memory.buffer, errors, trees.length).slice(),
      predictions: new Float64Array(memory.buffer, predictions, this.#validation.target.length).slice(),
      bestTrees: memory.function('training_best_trees')(),
    };
  }

  /** Writes a column to the core's input buffer. */
  #input(values: Float64Array): void {
    const address = this.#memory.function('training_input')();
    new Float64Array(this.#memory.buffer, address, values.length).set(values);
  }
}

function checkRow(result: number, column: number): void {
  if (result > 0) throw new ValueTooLarge(column, result - 1);
}
