import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, type TrainingOptions } from '#core/training/options.ts';
import { Trainer, type TrainingRows } from '#core/training/trainer.ts';
import { compiledModule } from '../../support/compiled_module.ts';
import { oracle } from './oracle.ts';
import { sample } from './samples.ts';

interface Case {
  readonly name: string;
  readonly rows: TrainingRows;
  readonly options: Partial<TrainingOptions>;
}

const constant = (rows: TrainingRows): TrainingRows => ({ ...rows, target: rows.target.map(() => 0.3) });

const CASES: readonly Case[] = [
  { name: 'seven features with more values than bins', rows: sample(700, 7), options: { depth: 4 } },
  { name: 'eight features', rows: sample(300, 8), options: { depth: 5 } },
  { name: 'one feature', rows: sample(200, 1), options: { depth: 3 } },
  { name: 'three features, few bins', rows: sample(400, 3), options: { maxBin: 17, depth: 6 } },
  { name: 'twenty features in three groups', rows: sample(260, 20), options: { depth: 4 } },
  { name: 'twenty features with blanks', rows: sample(260, 20, { blanks: 0.2 }), options: { depth: 3, trees: 4 } },
  { name: 'few distinct values', rows: sample(500, 7, { levels: 3 }), options: { depth: 6 } },
  { name: 'blanks', rows: sample(400, 5, { blanks: 0.3 }), options: { depth: 5 } },
  { name: 'a column of blanks', rows: sample(100, 2, { blanks: 1 }), options: { depth: 3 } },
  { name: 'monotone signs', rows: sample(300, 4), options: { depth: 5, monotone: [1, 0, -1, -1] } },
  {
    name: 'monotone signs with blanks and few values',
    rows: sample(300, 4, { blanks: 0.2, levels: 4 }),
    options: { depth: 5, monotone: [1, -1, 0, -1] },
  },
  { name: 'a sample of the rows', rows: sample(300, 4, { blanks: 0.1 }), options: { subsample: 0.6, seed: 9 } },
  {
    name: 'a sample of rows and features',
    rows: sample(300, 12),
    options: { subsample: 0.7, colsample: 0.4, seed: 77, depth: 4 },
  },
  { name: 'a sample of the features', rows: sample(300, 7), options: { colsample: 0.5, seed: 3, depth: 4 } },
  { name: 'a least gain', rows: sample(300, 4), options: { gamma: 2.5, depth: 6 } },
  { name: 'no penalty of weights', rows: sample(300, 4), options: { lambda: 0, depth: 6, eta: 1 } },
  { name: 'children of at least 5.5 rows', rows: sample(300, 4), options: { minChildWeight: 5.5, depth: 8 } },
  { name: 'two rows', rows: sample(2, 3), options: { lambda: 0 } },
  { name: 'three rows', rows: sample(3, 2), options: {} },
  { name: 'a constant target', rows: constant(sample(60, 3)), options: {} },
  { name: 'growth by leaves', rows: sample(400, 7), options: { leaves: 12, depth: 10 } },
  {
    name: 'growth by leaves with blanks and a depth',
    rows: sample(400, 5, { blanks: 0.2, levels: 5 }),
    options: { leaves: 20, depth: 5 },
  },
  {
    name: 'growth by leaves, monotone, sampled',
    rows: sample(300, 9),
    options: { leaves: 9, depth: 8, monotone: [0, 1, -1], subsample: 0.8, seed: 5 },
  },
];

describe('the core grows the trees of the reference implementation, node by node and bit for bit:', async () => {
  const module = await compiledModule('training');

  it.each(CASES)('$name', async ({ rows, options }) => {
    const all: TrainingOptions = { ...DEFAULT_OPTIONS, trees: 6, ...options };
    const trainer = await Trainer.open(module, rows, { maxBin: all.maxBin });
    const forest = await trainer.grow(all, { slice: 4 });
    const expected = oracle(rows.columns, rows.target, all);
    expect({ unit: forest.unit, base: forest.base }).toEqual({ unit: expected.unit, base: expected.base });
    expect(forest.cuts.map((cuts) => Array.from(cuts))).toEqual(expected.cuts);
    expect(forest.trees.map((tree) => tree.map(plain))).toEqual(expected.trees.map((tree) => tree.map(plain)));
  });
});

/** A leaf's split fields mean nothing. */
function plain<Node extends { left: number; gain: number }>(node: Node): Partial<Node> {
  return node.left > 0 ? node : { ...node, feature: 0, bin: 0, blankLeft: false, gain: 0 };
}
