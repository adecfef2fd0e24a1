import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Papa from 'papaparse';
import { HEAD_BYTES } from '#core/measured/file_head.ts';
import { measuredSeries } from '#core/measured/measured_series.ts';
import { readSeriesMapping } from '#core/measured/read_mapping.ts';
import { SeriesReader } from '#core/measured/series_reader.ts';
import { buildCore, ROOT } from '#functions/cli/build.ts';
import { loadServerCore } from '#functions/core.ts';
import { PlainByteLoop, PlainIntegral } from './plain_integral.ts';
import { READINGS_MAPPING, writeReadings } from './readings_file.ts';

// `npm run bench:measured`: a file of readings to tonnes, against papaparse and a byte loop in plain JavaScript that do the same sums. All by
// turns in every round, on one thread, from the page cache. Throughputs are printed, the ratios are the gates: exit code 1 below them.

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '2000000' }, rounds: { type: 'string', default: '5' } },
});
const GATES = { papaparse: 8, bytes: 2 };
const PIECE = 1024 * 1024;
const path = join(ROOT, `.cache/bench-measured/${values.rows}.csv`);
writeReadings(path, Number(values.rows));
const size = statSync(path).size;

await buildCore();
const core = await loadServerCore();
const mapping = readSeriesMapping(READINGS_MAPPING);

function* pieces(): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  const piece = new Uint8Array(PIECE);
  for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) yield piece.subarray(0, length);
  closeSync(file);
}

async function ours(take?: (bytes: Uint8Array) => void): Promise<number> {
  const file = openSync(path, 'r');
  const head = new Uint8Array(HEAD_BYTES);
  const length = readSync(file, head, 0, HEAD_BYTES, 0);
  closeSync(file);
  const reader = await SeriesReader.open(core, mapping, head.subarray(0, length));
  for (const piece of pieces()) {
    take?.(piece);
    reader.push(piece);
  }
  reader.end();
  return measuredSeries(reader, mapping).total.tonnes;
}

async function oursHashed(): Promise<number> {
  const hash = createHash('sha256');
  const tonnes = await ours((bytes) => void hash.update(bytes));
  hash.digest('hex');
  return tonnes;
}

async function bytes(): Promise<number> {
  const loop = new PlainByteLoop();
  for (const piece of pieces()) loop.push(piece);
  return loop.integral.tonnes;
}

function papaparse(): Promise<number> {
  const integral = new PlainIntegral();
  let isHeader = true;
  const start = Date.UTC(2025, 0, 1);
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(createReadStream(path), {
      delimiter: ';',
      newline: '\n',
      chunk: ({ data }) => {
        for (const [time = '', c, v, t, p] of data) {
          if (isHeader || time === '') isHeader = false;
          else integral.add((Date.parse(`${time}Z`) - start) / 1000, Number(c), Number(v), Number(t), Number(p));
        }
      },
      complete: () => resolve(integral.tonnes),
      error: reject,
    });
  });
}

const measures = { ours, 'ours, with SHA-256': oursHashed, bytes, papaparse };
const best = new Map<string, number>();
const sums = new Map<string, number>();
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [name, measure] of Object.entries(measures)) {
    const start = performance.now();
    sums.set(name, await measure());
    best.set(name, Math.min(performance.now() - start, best.get(name) ?? Infinity));
  }
}

const of = (name: string) => best.get(name) ?? Number.NaN;
console.log(`${(size / 1e6).toFixed(0)} MB, ${values.rows} rows, ${cpus()[0]?.model}, Node ${process.versions.node}`);
for (const [name, ms] of best) {
  const speed = `${(size / 1000 / ms).toFixed(0)} MB/s, ${((ms * 1e6) / Number(values.rows)).toFixed(0)} ns a row`;
  console.log(`${name}: ${speed}, ${sums.get(name)} t`);
}
for (const [peer, gate] of Object.entries(GATES)) {
  const ratio = of(peer) / of('ours');
  console.log(`${peer} / ours: ${ratio.toFixed(1)} (gate ${gate})`);
  if (!(ratio >= gate)) process.exitCode = 1;
}
const [sum = 0] = sums.values();
for (const [name, tonnes] of sums) {
  if (Math.abs(tonnes / sum - 1) < 1e-9) continue;
  console.error(`${name}: another sum`);
  process.exitCode = 1;
}
