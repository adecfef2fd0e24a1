// node tests/wasm-core/models/fuzz/run.ts [--count 12000] [--seed 1] [--format json]: the whole fuzzing of the readers.
import { parseArgs } from 'node:util';
import { buildCore } from '#functions/cli/build.ts';
import { fuzz } from './fuzz.ts';
import { FORMATS } from './mutant.ts';

const { values } = parseArgs({
  options: { count: { type: 'string' }, seed: { type: 'string' }, format: { type: 'string' } },
});
await buildCore();
for (const format of FORMATS.filter((known) => values.format === undefined || values.format === known)) {
  const { faults, ...result } = await fuzz(format, Number(values.seed ?? 1), Number(values.count ?? 12_000));
  for (const fault of faults) console.log(fault);
  console.log(JSON.stringify({ ...result, faults: faults.length }));
  if (faults.length > 0) process.exitCode = 1;
}
