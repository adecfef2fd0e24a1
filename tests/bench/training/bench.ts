import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_OPTIONS } from '#core/training/options.ts';
import { Trainer, type TrainingRows } from '#core/training/trainer.ts';
import { buildCore, ROOT } from '#functions/cli/build.ts';
import { compiledModule } from '../../support/compiled_module.ts';
import { prepare } from '../../wasm-core/models/properties/python.ts';
import { publish } from '../benchmark_page.ts';
import { median } from '../trees/report.ts';
import { type BenchCase, CASES } from './cases.ts';
import { startNatives } from './natives.ts';

// `npm run bench:training [-- --rounds 9] [--only TEXT]`: the trainer against XGBoost and LightGBM on one thread, all in turn in every round,
// so that a slow phase of the machine affects all. Each library gets the rows in memory and computes its own bins. Writes its
// table into docs/benchmarks.md, between the markers, unless only some cases were asked for.

const FOLDER = join(ROOT, '.cache/bench-training');
const PYTHONS = ['tests/bench/training/requirements.txt', 'tests/bench/training/requirements_newest.txt'];

/** Memory that a training of a million rows may take, MiB. */
const MEMORY_GATE = 64;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' }, only: { type: 'string' } } });

await buildCore();
mkdirSync(FOLDER, { recursive: true });
const module = await compiledModule('training');
const started = [];
for (const requirements of PYTHONS) started.push(await startNatives(await prepare(requirements)));
const natives = started.flatMap((one) => one.natives);
const lines: string[] = [];
for (const one of CASES.filter(({ name }) => name.includes(values.only ?? ''))) {
  lines.push(await measure(one));
  console.error(lines.at(-1));
}
for (const { stop } of started) stop();
const text = [
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}; one thread, rounds in turn; peer's time / ours, median (worst round).`,
  [
    `| Rows × features, depth × trees | Ours, ms: min / median | ${natives.map(({ name }) => name).join(' | ')} | Memory, MiB | Gate |`,
    `|---|---:|${natives.map(() => '---:|').join('')}---:|---|`,
    ...lines,
  ].join('\n'),
].join('\n\n');
if (values.only === undefined) publish('training', text);
else console.log(text);

async function measure(one: BenchCase): Promise<string> {
  const rows = one.rows();
  save(rows);
  for (const native of natives) await native.load(FOLDER, rows.target.length, rows.columns.length);
  const rounds = Math.min(one.rounds, Number(values.rounds));
  const ours: number[] = [];
  const theirs = natives.map((): number[] => []);
  let memory = 0;
  // The first, uncounted round warms up.
  for (let round = -1; round < rounds; round++) {
    const own = await train(one, rows);
    memory = own.memory;
    if (round >= 0) ours.push(own.milliseconds);
    for (const [index, native] of natives.entries()) {
      const milliseconds = await native.train(one.depth, one.trees);
      if (round >= 0) theirs[index]?.push(milliseconds);
    }
    process.stderr.write('.');
  }
  return line(one, ours, theirs, memory);
}

async function train({ depth, trees }: BenchCase, rows: TrainingRows) {
  const start = performance.now();
  const trainer = await Trainer.open(module, rows);
  await trainer.grow({ ...DEFAULT_OPTIONS, trees, depth, eta: 0.1 });
  return { milliseconds: performance.now() - start, memory: trainer.size / 2 ** 20 };
}

function line(one: BenchCase, ours: readonly number[], theirs: readonly number[][], memory: number): string {
  const ratios = theirs.map((times) => times.map((time, round) => time / (ours[round] ?? time)));
  const medians = ratios.map(median);
  const worst = Math.min(...ratios.flat());
  const held =
    Math.min(...medians) >= (one.median ?? 0) && worst >= (one.worst ?? 0) && (one.rounds > 3 || memory <= MEMORY_GATE);
  const gates = [
    ...(one.median === undefined ? [] : [`median ≥ ${one.median}`]),
    ...(one.worst === undefined ? [] : [`worst ≥ ${one.worst}`]),
    ...(one.rounds > 3 ? [] : [`≤ ${MEMORY_GATE} MiB`]),
  ];
  const cells = ratios.map((all) => `**${median(all).toFixed(1)}** (${Math.min(...all).toFixed(1)})`);
  const own = `${Math.min(...ours).toFixed(0)} / ${median(ours).toFixed(0)}`;
  return `| ${[one.name, own, ...cells, memory.toFixed(1), `${gates.join(', ')}: ${held ? 'kept' : 'MISSED'}`].join(' | ')} |`;
}

function save({ columns, target }: TrainingRows): void {
  writeFileSync(
    join(FOLDER, 'columns.f32'),
    Buffer.concat(columns.map((column) => Buffer.from(Float32Array.from(column).buffer))),
  );
  writeFileSync(join(FOLDER, 'target.f32'), Float32Array.from(target));
}
