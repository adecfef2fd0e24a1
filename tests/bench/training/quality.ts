import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_OPTIONS } from '#core/training/options.ts';
import { Trainer, type TrainingRows } from '#core/training/trainer.ts';
import { buildCore, ROOT } from '#functions/cli/build.ts';
import { compiledModule } from '../../support/compiled_module.ts';
import { prepare, runPython } from '../../wasm-core/models/properties/python.ts';
import { mineLike } from '../../wasm-core/training/mine.ts';
import { chance } from '../../wasm-core/training/samples.ts';
import { publish } from '../benchmark_page.ts';

// `node tests/bench/training/quality.ts`: errors on unseen rows, ours against XGBoost's hist. Writes docs/benchmarks.md.

const FOLDER = join(ROOT, '.cache/bench-training-quality');

/** Gates, % of RMSE: mean over all cells, and any cell. */
const MEAN_GATE = 0.3;
const CELL_GATE = 2;

interface Report {
  readonly version: string;
  readonly splits: number;
  readonly sets: readonly {
    readonly name: string;
    readonly features: number;
    readonly settings: readonly { depth: number; eta: number; trees: number; errors: readonly number[] }[];
  }[];
}

await buildCore();
mkdirSync(FOLDER, { recursive: true });
const module = await compiledModule('training');
saveMine();
const python = await prepare('tests/bench/training/requirements.txt');
const report = JSON.parse(
  await runPython(python, ['-W', 'ignore', 'tests/bench/training/quality.py', FOLDER]),
) as Report;
const cells: number[] = [];
const lines: string[] = [];
for (const { name, features, settings } of report.sets) {
  const rows = new Float64Array(new Uint8Array(readFileSync(join(FOLDER, `${name}.f64`))).buffer);
  const texts: string[] = [];
  for (const { errors, ...options } of settings) {
    let ratio = 0;
    for (const [split, theirs] of errors.entries()) ratio += (await rmse(rows, features, split, options)) / theirs;
    const percent = (ratio / errors.length - 1) * 100;
    cells.push(percent);
    texts.push(`${percent.toFixed(2)} %`);
  }
  lines.push(`| ${name} | ${rows.length / (features + 1)} × ${features} | ${texts.join(' | ')} |`);
}
const mean = cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
const worst = Math.max(...cells.map(Math.abs));
const kept = Math.abs(mean) <= MEAN_GATE && worst <= CELL_GATE;
const text = [
  `RMSE of ours against XGBoost ${report.version} hist, mean of ${report.splits} paired splits: mean of all cells ${mean.toFixed(2)} % (gate ±${MEAN_GATE}), largest cell ${worst.toFixed(2)} % (gate ±${CELL_GATE}): ${kept ? 'kept' : 'MISSED'}.`,
  [
    `| Set | Rows × features | ${report.sets[0]?.settings.map(({ depth, eta, trees }) => `d${depth} ${eta} ×${trees}`).join(' | ')} |`,
    '|---|---|---:|---:|---:|',
    ...lines,
  ].join('\n'),
].join('\n\n');
publish('quality', text);

async function rmse(
  cells: Float64Array,
  features: number,
  split: number,
  options: { depth: number; eta: number; trees: number },
): Promise<number> {
  const part = (inTest: boolean): TrainingRows => {
    const rows = Array.from({ length: cells.length / (features + 1) }, (_, row) => row).filter(
      (row) => (row % report.splits === split) === inTest,
    );
    const column = (index: number) =>
      Float64Array.from(rows, (row) => cells[row * (features + 1) + index] ?? Number.NaN);
    return { columns: Array.from({ length: features }, (_, index) => column(index)), target: column(features) };
  };
  const validation = part(true);
  const trainer = await Trainer.open(module, part(false), { validation });
  const { errors } = await trainer.grow({ ...DEFAULT_OPTIONS, ...options });
  return Math.sqrt((errors.at(-1) ?? Number.NaN) / validation.target.length);
}

function saveMine(): void {
  const { columns, target } = mineLike(6000);
  const random = chance(2);
  const all = [...columns, target];
  for (const [name, share] of [
    ['mine', 0],
    ['mine_blank', 0.1],
  ] as const) {
    const rows = Float64Array.from({ length: target.length * all.length }, (_, index) => {
      const column = index % all.length;
      const blank = column < columns.length && random() < share;
      return blank ? Number.NaN : (all[column]?.[Math.floor(index / all.length)] ?? 0);
    });
    writeFileSync(join(FOLDER, `${name}.f64`), rows);
  }
}
