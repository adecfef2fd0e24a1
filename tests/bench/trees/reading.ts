import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { writeCompact } from '#core/models/compact.ts';
import { Predictor } from '#core/models/predictor.ts';
import { readModel } from '#core/models/read_model.ts';
import { median } from './report.ts';

const READINGS = 60;

/** Files of the two models; gates in ms. */
const FILES = [
  { name: 'xgboost.json', what: 'XGBoost JSON', gate: 10 },
  { name: 'xgboost.ubj', what: 'XGBoost UBJSON', gate: 3 },
  { name: 'lightgbm.txt', what: 'LightGBM text', gate: 8 },
] as const;

/** Most bytes of the compact form, pressed by brotli, of an XGBoost model whose JSON has 3.3 MB; in proportion for another size. */
const COMPACT_GATE = 150_000 / 3_300_000;

/** A table of how long the model files take from bytes to the flat layout, and how small their compact form is. */
export async function readingTable(module: WebAssembly.Module, folder: string): Promise<string> {
  const lines: string[] = [];
  for (const { name, what, gate } of FILES) {
    const bytes = new Uint8Array(readFileSync(join(folder, name)));
    lines.push(await line(what, bytes, module, gate));
    if (name === 'xgboost.json') continue;
    const forest = await readModel(module, bytes);
    const compact = writeCompact(forest);
    lines.push(await line(`${what}, as compact form`, compact, module, 1.5));
    const pressed = brotliCompressSync(compact).length;
    const most = Math.floor(COMPACT_GATE * readFileSync(join(folder, 'xgboost.json')).length);
    const kept = name === 'xgboost.ubj' ? ` ≤ ${size(most)}: ${pressed <= most ? 'kept' : 'MISSED'}` : '';
    lines.push(`| — by brotli | ${size(pressed)} | |${kept} |`);
    const placing = await times(async () => {
      await Predictor.of(module, forest);
    });
    lines.push(`| — placed in the core | | ${shown(placing)} | |`);
  }
  return [
    '| Model file, 500 trees | Bytes | Read, ms: first / min / median | Gate, ms |',
    '|---|---:|---:|---|',
    ...lines,
  ].join('\n');
}

async function line(what: string, bytes: Uint8Array, module: WebAssembly.Module, gate: number): Promise<string> {
  const measured = await times(async () => {
    await readModel(module, bytes);
  });
  const kept = Math.min(...measured) <= gate ? 'kept' : 'MISSED';
  return `| ${what} | ${size(bytes.length)} | ${shown(measured)} | ≤ ${gate}: ${kept} |`;
}

async function times(work: () => Promise<void>): Promise<number[]> {
  const measured: number[] = [];
  for (let reading = 0; reading < READINGS; reading++) {
    const start = performance.now();
    await work();
    measured.push(performance.now() - start);
  }
  return measured;
}

function shown(measured: readonly number[]): string {
  return [measured[0] ?? Number.NaN, Math.min(...measured), median(measured)].map((ms) => ms.toFixed(1)).join(' / ');
}

function size(bytes: number): string {
  return bytes.toLocaleString('en-US');
}
