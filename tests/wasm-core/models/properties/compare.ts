import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Forest } from '#core/models/forest.ts';
import { Predictor } from '#core/models/predictor.ts';
import { readModel } from '#core/models/read_model.ts';
import { ModelRefused } from '#core/models/refused.ts';
import { differingContributions } from './contributions.ts';
import { differingBits, differingUlps, type Numbers } from './numbers.ts';

/** A model with rows and the library's own answers, as `store.py` lists it. */
interface Case {
  readonly name: string;
  readonly model: string;
  readonly family: 'xgboost' | 'lightgbm';
  readonly recipe: Readonly<Record<string, unknown>>;
  readonly rows: number;
  readonly features: number;
  readonly scores: number;
  readonly outputs: number;
  /** Rows, from the first on, whose contributions are kept. */
  readonly explained: number;
}

/** What came of a comparison. A case that differs is told in words, with what makes it again. */
export interface Comparison {
  models: number;
  rows: number;
  /** Numbers that differ: raw scores and f32 outputs by a bit, f64 outputs by more than 1 ulp. */
  rawDiffering: number;
  outputDiffering: number;
  /** f64 outputs that differ by 1 ulp. */
  outputByOneUlp: number;
  /** Rows whose contributions were compared. */
  explained: number;
  /** Contributions that are too far from the library's (`differingContributions`). */
  contributionsDiffering: number;
  /** Models whose contributions the core refuses to compute, though the library gives some. */
  unexplained: number;
  readonly faults: string[];
}

export const NOTHING_COMPARED: Comparison = {
  models: 0,
  rows: 0,
  rawDiffering: 0,
  outputDiffering: 0,
  outputByOneUlp: 0,
  explained: 0,
  contributionsDiffering: 0,
  unexplained: 0,
  faults: [],
};

/** Predicts every case of a folder with the core and compares with the library's answers. */
export async function compareFolder(module: WebAssembly.Module, folder: string): Promise<Comparison> {
  const sum: Comparison = { ...NOTHING_COMPARED, faults: [] };
  const cases = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Case[];
  for (const one of cases) {
    try {
      await compareCase(module, folder, one, sum);
    } catch (error) {
      sum.faults.push(`${one.name}: ${error}. ${JSON.stringify(one.recipe)}`);
    }
  }
  return sum;
}

async function compareCase(module: WebAssembly.Module, folder: string, one: Case, sum: Comparison): Promise<void> {
  const numbers = one.family === 'xgboost' ? Float32Array : Float64Array;
  const rows = Float64Array.from(read(folder, `${one.name}.rows`, Float64Array));
  const forest = await readModel(module, readFileSync(join(folder, one.model)));
  const predictor = await Predictor.of(module, forest);
  const raw = numbers.from(predictor.predict(rows, { raw: true }));
  const output = numbers.from(predictor.predict(rows));
  const rawWanted = read(folder, `${one.name}.raw`, numbers);
  const outputWanted = read(folder, `${one.name}.output`, numbers);
  const byOneUlp = one.family === 'xgboost' ? [] : differingBits(output, outputWanted);
  const rawFaults = differingBits(raw, rawWanted);
  const outputFaults =
    one.family === 'xgboost' ? differingBits(output, outputWanted) : differingUlps(output, outputWanted, 1);
  sum.models += 1;
  sum.rows += one.rows;
  sum.rawDiffering += rawFaults.length;
  sum.outputDiffering += outputFaults.length;
  sum.outputByOneUlp += byOneUlp.length - (one.family === 'xgboost' ? 0 : outputFaults.length);
  tell('raw', one, rows, raw, rawWanted, rawFaults, one.scores, sum);
  tell('output', one, rows, output, outputWanted, outputFaults, one.outputs, sum);
  if (one.explained > 0)
    compareContributions(predictor, forest, folder, one, rows.subarray(0, one.explained * one.features), sum);
}

function compareContributions(
  predictor: Predictor,
  forest: Forest,
  folder: string,
  one: Case,
  rows: Float64Array,
  sum: Comparison,
): void {
  const width = one.scores * (one.features + 1);
  const wanted = read(folder, `${one.name}.contributions`, one.family === 'xgboost' ? Float32Array : Float64Array);
  let got: Float64Array;
  try {
    got = predictor.contributions(rows);
  } catch (error) {
    if (!(error instanceof ModelRefused)) throw error;
    sum.unexplained += 1;
    return;
  }
  const faults = differingContributions(forest, got, wanted, width);
  sum.explained += one.explained;
  sum.contributionsDiffering += faults.length;
  tell('contribution', one, rows, got, wanted, faults, width, sum);
}

function tell(
  what: string,
  one: Case,
  rows: Numbers,
  got: Numbers,
  wanted: Numbers,
  faults: readonly number[],
  width: number,
  sum: Comparison,
): void {
  const [first] = faults;
  if (first === undefined) return;
  const row = Math.floor(first / width);
  const values = rows.slice(row * one.features, (row + 1) * one.features).join(' ');
  const where = `${one.name}: ${what} of row ${row} is ${got[first]} and not ${wanted[first]}, ${faults.length} in all`;
  sum.faults.push(`${where}; row: ${values}; ${JSON.stringify(one.recipe)}`);
}

function read(folder: string, name: string, type: typeof Float32Array | typeof Float64Array): Numbers {
  const bytes = readFileSync(join(folder, name));
  return new type(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
