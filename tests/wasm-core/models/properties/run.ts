// node tests/wasm-core/models/properties/run.ts [--rows 1000000] [--seed 1]: the whole comparison with the real libraries.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCore, ROOT } from '#functions/cli/build.ts';
import { compiledModule } from '../../../support/compiled_module.ts';
import { compareFolder, NOTHING_COMPARED } from './compare.ts';
import { GENERATOR, STORES } from './generator.ts';
import { prepare, runPython } from './python.ts';

const ROWS_A_MODEL = 2500;
const MODELS_A_TIME = 40;

const { values } = parseArgs({ options: { rows: { type: 'string' }, seed: { type: 'string' } } });
const rowsWanted = Number(values.rows ?? 1_000_000);
const seed = Number(values.seed ?? 1);

await buildCore();
const module = await compiledModule('core');
const folder = join(ROOT, '.cache/properties', String(process.pid));
const { faults: _, ...total } = { ...NOTHING_COMPARED };
try {
  for (let first = 0; total.rows < rowsWanted; first += MODELS_A_TIME) {
    for (const { library, requirements } of STORES) {
      rmSync(folder, { recursive: true, force: true });
      const size = ['--models', MODELS_A_TIME, '--first', first, '--rows', ROWS_A_MODEL, '--seed', seed].map(String);
      await runPython(await prepare(requirements), ['-W', 'ignore', GENERATOR, folder, '--library', library, ...size]);
      const found = await compareFolder(module, folder);
      for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += found[key];
      for (const fault of found.faults) console.log(fault);
      console.log(`${requirements}, ${library}: ${JSON.stringify(total)}`);
      if (found.faults.length > 0) process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
