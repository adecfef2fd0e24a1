import type { CoreMemory } from '../core_memory.ts';
import { type Bitsliced, placeBitsliced, sliceForest } from './bitsliced.ts';
import type { Forest } from './forest.ts';
import { type Masked, maskForest, placeMasks } from './masks.ts';
import { type Ranks, rankSplits, type Unfit } from './ranks.ts';

/** Kernels that compute raw scores. All give the same bits; the walk supports every model. */
export type Kernel = 'bitsliced' | 'masks' | 'walk';

/**
 * Fewest rows for which the bit-sliced kernel is faster than masks. Measured with 500 trees of
 * depth 6:
 * 0.8 µs a row by masks, 51 µs a block of up to 128 rows; 60 µs in f64.
 */
export const BITSLICED_ROWS = 64;

/** The same without masks, where single rows are walked: 22 µs a row. */
export const BITSLICED_ROWS_WITHOUT_MASKS = 4;

/** The kernels that a model fits, or why it does not fit. */
export interface Fits {
  readonly bitsliced: Bitsliced | Unfit;
  readonly masks: Masked | Unfit;
}

/**
 * Checks a forest's splits and trees lazily: a loaded model is rarely used by every kernel.
 */
export function fitKernels(forest: Forest): Fits {
  let ranks: Ranks | Unfit | undefined;
  let bitsliced: Bitsliced | Unfit | undefined;
  let masks: Masked | Unfit | undefined;
  const ranked = () => {
    ranks ??= rankSplits(forest);
    return ranks;
  };
  return {
    get bitsliced() {
      bitsliced ??= sliceForest(forest, ranked());
      return bitsliced;
    },
    get masks() {
      masks ??= maskForest(forest, ranked());
      return masks;
    },
  };
}

/** The fastest kernel for `rows` rows among those that the model fits. */
export function chooseKernel({ bitsliced, masks }: Fits, rows: number): Kernel {
  const masked = !('unfit' in masks);
  const enough = masked ? BITSLICED_ROWS : BITSLICED_ROWS_WITHOUT_MASKS;
  if (rows >= enough && !('unfit' in bitsliced)) return 'bitsliced';
  return masked ? 'masks' : 'walk';
}

type Run = (from: number, count: number, to: number) => void;

/**
 * Computes raw scores by the fastest kernel. A kernel's tables, up to 8 MB, are built on first use.
 */
export class Scorer {
  readonly #memory: CoreMemory;
  readonly #forest: Forest;
  readonly #fits: Fits;
  readonly #ready: { [kernel in Kernel]?: Run } = {};
  #few: Run | undefined;

  /** `image`: address of the forest's image, for the walk. */
  constructor(memory: CoreMemory, forest: Forest, image: number) {
    this.#memory = memory;
    this.#forest = forest;
    this.#fits = fitKernels(forest);
    const walk = memory.function('trees_raw');
    this.#ready.walk = (from, count, to) => walk(image, from, count, to);
  }

  /** The kernel that `score` uses for `rows` rows. */
  kernel(rows: number): Kernel {
    return chooseKernel(this.#fits, rows);
  }

  /**
   * Writes the raw scores of `count` rows at `from`, f64[count][features], to `to`,
   * f64[count][outputs]. Memory may grow.
   */
  score(from: number, count: number, to: number): void {
    // The kernel for so few rows is cached: choosing it again would cost a tenth of a row.
    if (count < BITSLICED_ROWS_WITHOUT_MASKS) {
      this.#few ??= this.#run(this.kernel(count));
      this.#few(from, count, to);
    } else this.#run(this.kernel(count))(from, count, to);
  }

  #run(kernel: Kernel): Run {
    this.#ready[kernel] ??= this.#place(kernel);
    return this.#ready[kernel];
  }

  #place(kernel: Kernel): Run {
    const { bitsliced, masks } = this.#fits;
    if (kernel === 'bitsliced' && !('unfit' in bitsliced)) {
      const head = placeBitsliced(this.#memory, this.#forest, bitsliced);
      const run = this.#memory.function('bitsliced');
      return (from, count, to) => run(head, from, count, to);
    }
    if (kernel === 'masks' && !('unfit' in masks)) {
      const head = placeMasks(this.#memory, this.#forest, masks);
      const run = this.#memory.function('masks');
      return (from, count, to) => run(head, from, count, to);
    }
    throw new Error(`The model does not fit the kernel ${kernel}`);
  }
}
