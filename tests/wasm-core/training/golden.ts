import { DEFAULT_OPTIONS, type TrainingOptions } from '#core/training/options.ts';
import { type GrownForest, Trainer, type TrainingRows } from '#core/training/trainer.ts';
import { sample } from './samples.ts';

/** Trainings whose trees have the same hash on every machine. */
export const SETTINGS: readonly {
  name: string;
  rows: TrainingRows;
  options: Partial<TrainingOptions>;
  hash: string;
}[] = [
  { name: 'levels', rows: sample(3000, 7), options: { depth: 6, trees: 40 }, hash: '2b03d92808fdd8ec' },
  {
    name: 'blanks',
    rows: sample(2000, 5, { blanks: 0.2 }),
    options: { depth: 5, trees: 40 },
    hash: 'cb74350b2cfeeb8b',
  },
  {
    name: 'groups',
    rows: sample(1500, 20, { blanks: 0.1, levels: 9 }),
    options: { depth: 5, trees: 30 },
    hash: '31a5273353459e8e',
  },
  { name: 'leaves', rows: sample(2000, 7), options: { leaves: 31, depth: 10, trees: 40 }, hash: 'f3db3d70b7db938a' },
  {
    name: 'monotone',
    rows: sample(2000, 4),
    options: { monotone: [1, 0, -1, -1], depth: 5, trees: 40 },
    hash: '42329dd1b123b019',
  },
  {
    name: 'sampled',
    rows: sample(2000, 12),
    options: { subsample: 0.7, colsample: 0.5, depth: 5, trees: 40, seed: 4 },
    hash: 'aa6fc55e2766a66b',
  },
];

/** FNV-1a (G. Fowler, L. Noll, K.-P. Vo, 64 bits) of all that a forest is made of. */
export function forestHash({ unit, base, cuts, trees }: GrownForest): string {
  let hash = 0xcbf29ce484222325n;
  const bytes = new DataView(new ArrayBuffer(8));
  const add = (value: number) => {
    bytes.setFloat64(0, value);
    for (let index = 0; index < 8; index++) {
      hash = BigInt.asUintN(64, (hash ^ BigInt(bytes.getUint8(index))) * 0x100000001b3n);
    }
  };
  for (const value of [unit, base, ...cuts.flatMap((column) => Array.from(column))]) add(value);
  for (const { left, feature, bin, blankLeft, value, count, gain } of trees.flat()) {
    for (const field of left > 0 ? [left, feature, bin, Number(blankLeft), count, gain] : [0, value, count]) add(field);
  }
  return hash.toString(16).padStart(16, '0');
}

/** Hashes of the settings, in order. */
export async function goldenHashes(module: WebAssembly.Module): Promise<string[]> {
  const hashes: string[] = [];
  for (const { rows, options } of SETTINGS) {
    const trainer = await Trainer.open(module, rows);
    hashes.push(forestHash(await trainer.grow({ ...DEFAULT_OPTIONS, ...options })));
  }
  return hashes;
}
