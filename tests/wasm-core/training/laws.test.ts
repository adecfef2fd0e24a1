import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, type TrainingOptions } from '#core/training/options.ts';
import { type GrownForest, Trainer, type TrainingRows } from '#core/training/trainer.ts';
import { compiledModule } from '../../support/compiled_module.ts';
import { chance, sample } from './samples.ts';

const module = await compiledModule('training');

async function grown(rows: TrainingRows, options: Partial<TrainingOptions>): Promise<GrownForest> {
  return (await Trainer.open(module, rows)).grow({ ...DEFAULT_OPTIONS, trees: 30, depth: 5, ...options });
}

function shuffled({ columns, target }: TrainingRows): TrainingRows {
  const random = chance(99);
  const order = Array.from(target, (_, row) => ({ row, key: random() })).sort((a, b) => a.key - b.key);
  const reorder = (values: Float64Array) => Float64Array.from(order, ({ row }) => values[row] ?? 0);
  return { columns: columns.map(reorder), target: reorder(target) };
}

const FORMS: readonly { name: string; options: Partial<TrainingOptions> }[] = [
  { name: 'by levels', options: {} },
  { name: 'by leaves', options: { leaves: 20, depth: 10 } },
  { name: 'monotone', options: { monotone: [1, 0, -1] } },
];

describe.each(FORMS)('a model grown $name', ({ options }) => {
  const rows = sample(900, 5, { blanks: 0.1, levels: 30 });

  it('does not depend on the order of the rows', async () => {
    const forest = await grown(rows, options);
    const other = await grown(shuffled(rows), options);
    expect(other.trees).toEqual(forest.trees);
    expect({ unit: other.unit, base: other.base }).toEqual({ unit: forest.unit, base: forest.base });
  });

  it('has the same integers when the target is scaled by 1024', async () => {
    const forest = await grown(rows, options);
    const large = await grown({ ...rows, target: rows.target.map((y) => y * 1024) }, options);
    expect(large.unit).toBe(forest.unit * 1024);
    expect(large.base).toBe(forest.base);
    const plain = ({ trees }: GrownForest, factor: number) =>
      trees.map((tree) => tree.map((node) => ({ ...node, gain: node.gain * factor })));
    expect(plain(large, 1)).toEqual(plain(forest, 1024 * 1024));
  });

  it('has the same trees with scaled cuts when the features are scaled by 8', async () => {
    const forest = await grown(rows, options);
    const large = await grown({ ...rows, columns: rows.columns.map((column) => column.map((x) => x * 8)) }, options);
    expect(large.trees).toEqual(forest.trees);
    // The last cut, above all values, is not made by scaling.
    const inner = (cuts: Float32Array, factor: number) => Array.from(cuts.subarray(0, -1), (cut) => cut * factor);
    expect(large.cuts.map((cuts) => inner(cuts, 1))).toEqual(forest.cuts.map((cuts) => inner(cuts, 8)));
  });

  it('has leaves of the opposite sign when the target is negated', async () => {
    const forest = await grown(rows, options);
    const signs = options.monotone?.map((sign) => (sign === 0 ? 0 : -sign)) ?? [];
    const opposite = await grown({ ...rows, target: rows.target.map((y) => -y) }, { ...options, monotone: signs });
    expect(opposite.base).toBe(-forest.base);
    const negated = forest.trees.map((tree) => tree.map((node) => ({ ...node, value: 0 - node.value })));
    expect(opposite.trees).toEqual(negated);
  });
});

describe('monotone constraints', () => {
  const signs = [1, -1, 0, 1];
  const rows = sample(1200, 4, { blanks: 0.05 });

  it.each([{}, { leaves: 24, depth: 10 }, { subsample: 0.6, seed: 2 }, { lambda: 0, eta: 1, depth: 8 }])(
    'are never violated along any feature, with %o',
    async (options) => {
      const base = 300;
      const steps = 61;
      const probes: number[][] = [];
      for (let row = 0; row < base; row++) {
        for (const feature of signs.keys()) {
          for (let step = 0; step < steps; step++) {
            const cells = rows.columns.map((column) => column[row] ?? 0);
            cells[feature] = -3 + step / 10;
            probes.push(cells);
          }
        }
      }
      const columns = signs.map((_, feature) => Float64Array.from(probes, (cells) => cells[feature] ?? 0));
      const validation = { columns, target: new Float64Array(probes.length) };
      const trainer = await Trainer.open(module, rows, { validation });
      const all = { ...DEFAULT_OPTIONS, trees: 60, depth: 5, monotone: signs, ...options };
      const { predictions } = await trainer.grow(all);
      let violations = 0;
      for (let index = 1; index < probes.length; index++) {
        if (index % steps === 0) continue;
        const sign = signs[Math.floor(index / steps) % signs.length] ?? 0;
        if (sign * ((predictions[index] ?? 0) - (predictions[index - 1] ?? 0)) < 0) violations += 1;
      }
      expect(violations).toBe(0);
      expect(new Set(predictions).size).toBeGreaterThan(100);
    },
  );
});
