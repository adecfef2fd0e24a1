import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { percentilesOf } from '#core/uncertainty/percentiles.ts';
import { UncertaintyRun } from '#core/uncertainty/uncertainty_run.ts';
import { buildCore, ROOT } from '#functions/cli/build.ts';
import { publish } from '../benchmark_page.ts';
import { inventoryPlan } from './inventory.ts';
import { startNumpy } from './numpy_peer.ts';
import { runPlainJavaScript } from './plain_javascript.ts';

// `npm run bench:uncertainty`: the uncertainty engine against numpy and plain JavaScript with the same inventory, on one thread, all by
// turns in every round. Writes its table into docs/benchmarks.md, between the markers.

const DRAWS = 2 ** 20;
const LARGE_DRAWS = 2 ** 17;
/** All are linear in the draws: short slices, scaled up, meet fewer interruptions of a shared machine. */
const SLICES = 16;
const SLICE = DRAWS / SLICES;
const LARGE_SLICE = LARGE_DRAWS / SLICES;
const PREVIEW = 10_240;

const HOW = `numpy is not part of the product. Get it once, anywhere, and name the place (a path from the repository):
  python3 -m venv .cache/numpy && .cache/numpy/bin/pip install numpy
  npm run bench:uncertainty -- --python .cache/numpy/bin/python [--rounds 25]`;

const { values } = parseArgs({ options: { python: { type: 'string' }, rounds: { type: 'string', default: '25' } } });
if (!values.python) {
  console.error(HOW);
  process.exit(1);
}

await buildCore();
// Imported only now: it reads what the build has just written.
const { loadServerCore } = await import('#functions/core.ts');
const core = await loadServerCore();
const plan = inventoryPlan(20, DRAWS);
const planFile = join(ROOT, '.cache/bench-uncertainty/plan.json');
mkdirSync(dirname(planFile), { recursive: true });
writeFileSync(planFile, JSON.stringify(plan));
const numpy = startNumpy(values.python, planFile);
const run = await UncertaintyRun.open(core, plan);
const large = await UncertaintyRun.open(core, inventoryPlan(200, LARGE_DRAWS));

async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const measures: Readonly<Record<string, () => Promise<number>>> = {
  ours: async () => SLICES * (await milliseconds(() => run.draw(0, SLICE))),
  whole: async () => SLICES * (await numpy.run('whole', SLICE)),
  chunks: async () => SLICES * (await numpy.run('chunks', SLICE)),
  plain: async () => SLICES * (await milliseconds(() => runPlainJavaScript(plan, SLICE))),
  preview: () =>
    milliseconds(async () => {
      const [totals = new Float64Array()] = run.draw(0, PREVIEW);
      await percentilesOf(core, totals);
      run.moments(totals);
    }),
  large: async () => SLICES * (await milliseconds(() => large.draw(0, LARGE_SLICE))),
};
const best = new Map<string, number>();
for (let round = -1; round < Number(values.rounds); round++) {
  for (const [name, measure] of Object.entries(measures)) {
    const value = await measure();
    if (round >= 0) best.set(name, Math.min(value, best.get(name) ?? Infinity));
  }
}
numpy.stop();

const of = (name: string) => best.get(name) ?? Number.NaN;
const ratio = of('ours') / Math.min(of('whole'), of('chunks'));
const rows: readonly (readonly [what: string, value: number, unit: string, gate: number])[] = [
  ['20 calculations × 62 uncertain quantities × 2^20 draws', of('ours'), 'ms', 500],
  ['· ratio to numpy’s best (whole arrays, or 4096 at a time)', ratio, '', 0.6],
  ['· ratio to plain JavaScript (Math.random, Box–Muller)', of('ours') / of('plain'), '', 0.12],
  ['preview: 10,240 draws, percentiles, shares, warm', of('preview'), 'ms', 5],
  ['200 calculations × 618 uncertain quantities × 2^17 draws', of('large'), 'ms', 500],
];
const day = new Date().toISOString().slice(0, 10);
const processor = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
const text = [
  `${day}, ${processor}, Node ${process.versions.node}; one thread, minimum of ${values.rounds} rounds, all by turns; a sixteenth of the draws, scaled. Load average meanwhile: ${(loadavg()[0] ?? 0).toFixed(0)}.`,
  '',
  `| What | Value | Gate |\n|---|---:|---|`,
  ...rows.map(([what, value, unit, gate]) => {
    return `| ${what} | ${value.toPrecision(3)} ${unit} | ≤ ${gate.toLocaleString('en-US')}: ${value <= gate ? 'kept' : 'MISSED'} |`;
  }),
].join('\n');
publish('uncertainty', text);
