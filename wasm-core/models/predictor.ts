import { CoreMemory } from '../core_memory.ts';
import { BLOCK_ROWS } from './bitsliced.ts';
import { type Forest, Link, SplitFlag } from './forest.ts';
import { placeForest } from './forest_image.ts';
import { MAX_CONTRIBUTION_DEPTH } from './limits.ts';
import { readModel } from './read_model.ts';
import { ModelRefused } from './refused.ts';
import { Scorer } from './scorer.ts';
import { longestWay } from './work.ts';

/**
 * Bytes of rows, or of results, of a batch: they fit in the cache.
 */
const BATCH_BYTES = 256 * 1024;

/**
 * Splits of a bit-sliced forest that cost as much per row as one step of the walk. Measured: 31,500
 * splits take 0.4 µs a row, a step at least 3 ns, so about 230; half of that, because trees that do
 * not fill their levels cost twice as much per split.
 */
const SPLITS_PER_STEP = 128;

/** Steps below every limit. */
const CERTAINLY_FEW = 1e7;

/** A reusable block of the core's memory. */
interface Block {
  address: number;
  bytes: number;
}

/** Facts about a model. */
export interface ModelInfo
  extends Pick<
    Forest,
    'family' | 'objective' | 'features' | 'featureNames' | 'outputs' | 'trees' | 'depth' | 'pandasCategories'
  > {
  /** Count of splits and leaves. */
  readonly nodes: number;
  /** Numbers that `predict` returns per row: the outputs, or one if the output is a class. */
  readonly columns: number;
  /**
   * Whether outputs are the raw scores; otherwise the objective transforms these to outputs.
   */
  readonly outputsAreRaw: boolean;
  /** Whether a split tests categories: values of such a feature are codes, not quantities. */
  readonly hasCategories: boolean;
}

/**
 * Reads a model file and prepares it for prediction. `module`: the core's module. Throws
 * ModelRefused with a message for the user.
 */
export async function loadPredictor(module: WebAssembly.Module, bytes: Uint8Array): Promise<Predictor> {
  return Predictor.of(module, await readModel(module, bytes));
}

/** A model in its own memory, ready for prediction. Drop the object to free the memory. */
export class Predictor {
  readonly info: ModelInfo;
  readonly #memory: CoreMemory;
  readonly #forest: number;
  readonly #scorer: Scorer;
  readonly #noContributions: string | undefined;
  readonly #longestWay: number;
  readonly #splits: number;
  readonly #rows: Block = { address: 0, bytes: 0 };
  readonly #results: Block = { address: 0, bytes: 0 };
  readonly #paths: Block = { address: 0, bytes: 0 };

  private constructor(memory: CoreMemory, forest: Forest) {
    this.#memory = memory;
    this.#forest = placeForest(memory, forest);
    this.#scorer = new Scorer(memory, forest, this.#forest);
    this.#noContributions = whyNoContributions(forest);
    this.#longestWay = longestWay(forest);
    this.#splits = forest.splitFeature.length;
    const { family, objective, features, featureNames, outputs, trees, depth, pandasCategories } = forest;
    const nodes = forest.splitFeature.length + forest.leafValue.length;
    const columns = forest.link === Link.ARGMAX_F32 ? 1 : outputs;
    this.info = {
      ...{ family, objective, features, featureNames, outputs, trees, depth, pandasCategories },
      ...{ nodes, columns, outputsAreRaw: forest.link === Link.IDENTITY && forest.divisor === 1 },
      hasCategories: forest.splitFlags.some((flags) => (flags & SplitFlag.CATEGORICAL) !== 0),
    };
  }

  /** Copies a forest to a new instance of the core's module. */
  static async of(module: WebAssembly.Module, forest: Forest): Promise<Predictor> {
    return new Predictor(await CoreMemory.open(module), forest);
  }

  /**
   * Estimated work of predicting `rows` rows, in steps of the walk through a tree: 3 to 7 ns each.
   */
  steps(rows: number): number {
    const walked = rows * this.#longestWay;
    const sliced = (rows * this.#splits) / SPLITS_PER_STEP;
    // The kernel is chosen only if the estimate depends on it: the choice may cost as much as a
    // thousand rows.
    if (sliced >= walked || walked <= CERTAINLY_FEW) return walked;
    return this.#scorer.kernel(Math.min(rows, BLOCK_ROWS)) === 'bitsliced' ? sliced : walked;
  }

  /**
   * Outputs of the model (with `raw`: raw scores) for rows of `info.features` numbers, NaN where
   * missing, row by row: per row `info.columns` numbers (raw: `info.outputs`).
   */
  predict(rows: Float64Array, { raw = false }: { raw?: boolean } = {}): Float64Array {
    const { outputs, columns } = this.info;
    return this.#inBatches(rows, outputs, raw ? outputs : columns, (from, count, to) => {
      this.#scorer.score(from, count, to);
      if (!raw) this.#memory.function('trees_link')(this.#forest, to, count);
    });
  }

  /**
   * Contributions of the features to the raw scores (TreeSHAP), row by row: per row and output a
   * number per feature, in order, then the mean of the raw score. They add up to the raw score.
   * Throws ModelRefused if the model does not allow contributions.
   */
  contributions(rows: Float64Array): Float64Array {
    if (this.#noContributions !== undefined) throw new ModelRefused(this.#noContributions);
    const { outputs, features, depth } = this.info;
    const width = outputs * (features + 1);
    const paths = this.#block(this.#paths, this.#memory.function('trees_path_bytes')(depth, features));
    return this.#inBatches(rows, width, width, (from, count, to) => {
      this.#memory.function('trees_contributions')(this.#forest, from, count, to, paths);
    });
  }

  /**
   * Runs `compute` on batches of rows. It writes `width` numbers per row, of which the first `kept`
   * are the result.
   */
  #inBatches(
    rows: Float64Array,
    width: number,
    kept: number,
    compute: (from: number, count: number, to: number) => void,
  ): Float64Array {
    const { features } = this.info;
    const total = rows.length / features;
    if (!Number.isInteger(total)) throw new RangeError(`${rows.length} numbers are no rows of ${features}`);
    const batch = total === 1 ? 1 : batchRows(Math.max(features, width));
    const result = new Float64Array(total * kept);
    for (let first = 0; first < total; first += batch) {
      const count = Math.min(batch, total - first);
      const from = this.#block(this.#rows, count * features * 8);
      const to = this.#block(this.#results, count * width * 8);
      copy(rows, first * features, this.#memory.doubles, from / 8, count * features);
      compute(from, count, to);
      copy(this.#memory.doubles, to / 8, result, first * kept, count * kept);
    }
    return result;
  }

  /** Address of a reusable block of at least `bytes` bytes. */
  #block(block: Block, bytes: number): number {
    if (block.bytes < bytes) {
      block.bytes = Math.max(bytes, Math.min(2 * block.bytes, BATCH_BYTES));
      block.address = this.#memory.take(block.bytes);
    }
    return block.address;
  }
}

/** Rows of `width` numbers in a batch. */
function batchRows(width: number): number {
  const fitting = Math.max(1, Math.floor(BATCH_BYTES / 8 / width));
  // Whole blocks of the bit-sliced kernel: a partial block costs nearly as much as a whole one.
  return fitting > BLOCK_ROWS ? fitting - (fitting % BLOCK_ROWS) : fitting;
}

/**
 * Copies `count` numbers. One or two rows are copied by a loop: the setup of `set` would cost as
 * much as their prediction.
 */
function copy(source: Float64Array, at: number, target: Float64Array, to: number, count: number): void {
  if (count > 64) target.set(source.subarray(at, at + count), to);
  else for (let index = 0; index < count; index++) target[to + index] = source[at + index] ?? 0;
}

function whyNoContributions(forest: Forest): string | undefined {
  if (forest.linear) return 'Вклады признаков не рассчитываются для модели с линейными листьями (linear_tree).';
  const hasCovers = forest.splitCover.every((cover) => cover > 0);
  if (!hasCovers) return 'Вклады признаков не рассчитываются: в файле модели нет весов узлов. Сохраните модель заново.';
  if (forest.depth <= MAX_CONTRIBUTION_DEPTH) return undefined;
  return `Вклады признаков не рассчитываются для деревьев глубже ${MAX_CONTRIBUTION_DEPTH} уровней.`;
}
