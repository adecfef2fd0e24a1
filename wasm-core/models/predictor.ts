import { CoreMemory } from './core_memory.ts';
import { type Forest, Link } from './forest.ts';
import { placeForest } from './forest_image.ts';

/** Rows that are computed in one go: their numbers lie in the core's memory together. */
const BATCH_ROWS = 8192;

/** What is known of a model. */
export type ModelInfo = Pick<
  Forest,
  'family' | 'objective' | 'features' | 'featureNames' | 'outputs' | 'trees' | 'depth' | 'pandasCategories'
>;

/** A model in a memory of its own, ready to compute. Drop the object to give the memory back. */
export class Predictor {
  readonly info: ModelInfo;
  readonly #memory: CoreMemory;
  readonly #forest: number;
  readonly #link: number;
  #batch = { rows: 0, from: 0, to: 0 };

  private constructor(memory: CoreMemory, forest: Forest) {
    this.#memory = memory;
    this.#forest = placeForest(memory, forest);
    this.#link = forest.link;
    this.info = forest;
  }

  /** Places a forest in a fresh instance of the core's module. */
  static async of(module: WebAssembly.Module, forest: Forest): Promise<Predictor> {
    return new Predictor(await CoreMemory.open(module), forest);
  }

  /** Numbers that `predict` gives per row. */
  get columns(): number {
    return this.#link === Link.ARGMAX_F32 ? 1 : this.info.outputs;
  }

  /**
   * Outputs of the model (with `raw`: raw scores) for rows of `info.features` numbers, NaN where missing, row by row: per row
   * `columns` numbers (raw: `info.outputs`).
   */
  predict(rows: Float64Array, { raw = false }: { raw?: boolean } = {}): Float64Array {
    const { features, outputs } = this.info;
    const count = rows.length / features;
    if (!Number.isInteger(count)) throw new RangeError(`${rows.length} numbers are no rows of ${features}`);
    const width = raw ? outputs : this.columns;
    const result = new Float64Array(count * width);
    for (let first = 0; first < count; first += BATCH_ROWS) {
      const n = Math.min(BATCH_ROWS, count - first);
      const { from, to } = this.#room(n);
      new Float64Array(this.#memory.buffer, from, n * features).set(
        rows.subarray(first * features, (first + n) * features),
      );
      this.#memory.function('trees_raw')(this.#forest, from, n, to);
      if (!raw) this.#memory.function('trees_link')(this.#forest, to, n);
      result.set(new Float64Array(this.#memory.buffer, to, n * width), first * width);
    }
    return result;
  }

  /** Places for `rows` rows and their results, kept from call to call. */
  #room(rows: number): { from: number; to: number } {
    if (rows > this.#batch.rows) {
      const room = Math.min(BATCH_ROWS, Math.max(rows, 2 * this.#batch.rows));
      const { features, outputs } = this.info;
      this.#batch = {
        rows: room,
        from: this.#memory.take(room * features * 8),
        to: this.#memory.take(room * outputs * 8),
      };
    }
    return this.#batch;
  }
}
