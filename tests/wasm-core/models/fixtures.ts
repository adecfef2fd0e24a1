import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Predictor } from '#core/models/predictor.ts';
import { loadPredictor } from '#core/models/predictor.ts';
import { ROOT } from '#functions/cli/build.ts';
import { loadServerCore } from '#functions/core.ts';

const FOLDER = join(ROOT, 'tests/fixtures/trees');
const MODEL = /\.(json|ubj|txt)$/;

/** The core's module. */
export const { module } = await loadServerCore();

/** Model files with rows and the libraries' own answers. */
export const MODEL_FILES = readdirSync(join(FOLDER, 'models')).filter((file) => MODEL.test(file));

/** Small models with the libraries' own contributions. */
export const CONTRIBUTION_FILES = readdirSync(join(FOLDER, 'contributions')).filter(
  (file) => MODEL.test(file) && !file.includes('.expected.'),
);

export function fixture(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(FOLDER, path)));
}

export function load(path: string): Promise<Predictor> {
  return loadPredictor(module, fixture(path));
}

/** Rows of a model, its raw scores and outputs; f32 answers of XGBoost widened. */
export function answers(file: string): { rows: Float64Array; raw: Float64Array; outputs: Float64Array } {
  const name = `models/${file.replace(MODEL, '')}`;
  const own = readdirSync(join(FOLDER, 'models')).includes(`${file.replace(MODEL, '')}.X_f64.bin`);
  const rows = new Float64Array(fixture(own ? `${name}.X_f64.bin` : 'models/X_f64.bin').buffer);
  if (file.startsWith('lgb_')) {
    const raw = new Float64Array(fixture(`${name}.raw_f64.bin`).buffer);
    return { rows, raw, outputs: new Float64Array(fixture(`${name}.pred_f64.bin`).buffer) };
  }
  const wide = (path: string) => Float64Array.from(new Float32Array(fixture(path).buffer));
  return { rows, raw: wide(`${name}.margin_f32.bin`), outputs: wide(`${name}.pred_f32.bin`) };
}
