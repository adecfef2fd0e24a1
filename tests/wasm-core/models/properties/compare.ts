import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCompact } from '#core/models/compact.ts';
import { readCompact } from '#core/models/compact_read.ts';
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
  /** Numbers that differ: raw scores (in one go, in parts, from the compact form) and f32 outputs by a bit, f64 by over 1 ulp. */
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
  const inParts = numbers.from(predictInParts(predictor, rows, one.features));
  const again = await Predictor.of(module, readCompact(writeCompact(forest)));
  const compact = numbers.from(again.predict(rows, { raw: true }));
  const output = numbers.from(predictor.predict(rows));
  const rawWanted = read(folder, `${one.name}.raw`, numbers);
  if (addsTreesToZero(one)) for (const scores of [raw, inParts, compact, rawWanted]) unsignZeros(scores);
  const outputWanted = read(folder, `${one.name}.output`, numbers);
  const byOneUlp = one.family === 'xgboost' ? [] : differingBits(output, outputWanted);
  const outputFaults =
    one.family === 'xgboost' ? differingBits(output, outputWanted) : differingUlps(output, outputWanted, 1);
  sum.models += 1;
  sum.rows += one.rows;
  sum.outputDiffering += outputFaults.length;
  sum.outputByOneUlp += byOneUlp.length - (one.family === 'xgboost' ? 0 : outputFaults.length);
  for (const [how, got] of Object.entries({ raw, inParts, compact })) {
    const faults = differingBits(got, rawWanted);
    sum.rawDiffering += faults.length;
    tell(how, one, rows, got, rawWanted, faults, one.scores, sum);
  }
  tell('output', one, rows, output, outputWanted, outputFaults, one.outputs, sum);
  if (one.explained > 0)
    compareContributions(predictor, forest, folder, one, rows.subarray(0, one.explained * one.features), sum);
}

/** XGBoost 1 adds each DART tree to 0 before it weighs it, so a leaf of -0 gives 0; XGBoost 3.4 and we give -0. */
function addsTreesToZero({ recipe }: Case): boolean {
  return recipe.booster === 'dart' && String(recipe.version).startsWith('1.');
}

function unsignZeros(numbers: Numbers): void {
  for (const [at, value] of numbers.entries()) if (value === 0) numbers[at] = 0;
}

/** Numbers of rows that are predicted together, again and again: about the borders of single rows, small and large batches. */
const PARTS = [1, 1, 2, 7, 38, 39, 40, 41, 1, 127, 128, 129, 3, 255, 300];

/** Raw scores of rows that come in parts of many sizes. */
function predictInParts(predictor: Predictor, rows: Float64Array, features: number): number[] {
  const scores: number[] = [];
  for (let first = 0, part = 0; first < rows.length; part += 1) {
    const end = first + (PARTS[part % PARTS.length] ?? 1) * features;
    scores.push(...predictor.predict(rows.subarray(first, end), { raw: true }));
    first = end;
  }
  return scores;
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
